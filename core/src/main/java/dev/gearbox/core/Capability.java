package dev.gearbox.core;

/** What a model can do. What it cannot is left out of a comparison visibly, never run and printed anyway. */
public enum Capability {
    /** Accepts connections. */
    SERVER,
    /** Opens connections. */
    CLIENT,
    /** Goes on sending when the peer has ended, and the other way round. */
    HALF_CLOSE,
    /** A quiet connection holds no buffer of the engine's. */
    IDLE_FREE,
    /** Serves any number of connections at once with the threads it has. */
    UNBOUNDED,
    /** A callback may block or compute: no other connection waits for it, or only for a moment. */
    BLOCKING,
    /** Adopts live connections of other engines: {@link Connection#shiftTo}. */
    SHIFT_IN,
    /** Lets go of live connections, at once, whatever they wait for. */
    SHIFT_OUT,
    /** Can have more loops, or fewer, while it runs: {@link Engine#loops}. */
    ELASTIC
}
