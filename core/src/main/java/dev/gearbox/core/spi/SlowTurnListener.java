package dev.gearbox.core.spi;

/** Is told of each event of a connection that kept its loop, and everybody else there, for longer than {@link #NANOS}. */
@FunctionalInterface
public interface SlowTurnListener {
    /** From here on it is worth being told: a thousand times what an event takes, and more than a scheduler's usual moods. */
    long NANOS = 1_000_000;

    /** On the loop's thread, which is kept by this, too: the event of {@code state} took so many nanoseconds. */
    void slow(ConnectionState state, long nanos);
}
