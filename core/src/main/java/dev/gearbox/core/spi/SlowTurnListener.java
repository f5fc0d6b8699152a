package dev.gearbox.core.spi;

/** Is notified of each event of a connection that occupied its loop for longer than {@link #NANOS}. */
@FunctionalInterface
public interface SlowTurnListener {
    /** The threshold: a thousand times what an event takes, and more than the usual jitter of a scheduler. */
    long NANOS = 1_000_000;

    /** Called when an event of {@code state} took so many nanoseconds; on the loop's thread, which this call blocks, too. */
    void slow(ConnectionState state, long nanos);
}
