package dev.gearbox.core;

/** What a model can do. Comparisons exclude models that lack a required capability, and report them. */
public enum Capability {
    /** Accepts connections. */
    SERVER,
    /** Opens connections. */
    CLIENT,
    /** Supports half-close: keeps sending after the peer has ended its side, and the other way round. */
    HALF_CLOSE,
    /** An idle connection holds no buffer of the engine. */
    IDLE_FREE,
    /** Serves any number of connections at once with a fixed number of threads. */
    UNBOUNDED,
    /** A callback may block or compute: other connections are not delayed, or only for a moment. */
    BLOCKING,
    /** Takes over live connections of other engines: {@link Connection#shiftTo}. */
    SHIFT_IN,
    /** Hands over live connections to other engines, at once, even while a thread waits on them. */
    SHIFT_OUT,
    /** Listens on and connects to Unix-domain sockets: {@link java.net.UnixDomainSocketAddress}. */
    UNIX_SOCKETS,
    /** The number of loops can change while the engine runs: {@link Engine#loops}. */
    ELASTIC
}
