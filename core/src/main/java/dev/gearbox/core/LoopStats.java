package dev.gearbox.core;

/**
 * How an engine's loops spent their time.
 *
 * @param busyNanos working
 * @param waitNanos waiting for events
 * @param longestNanos the longest that one event took
 */
public record LoopStats(long busyNanos, long waitNanos, long longestNanos) {
    /** For engines without loops. */
    public static final LoopStats NONE = new LoopStats(0, 0, 0);

    /** Both together. */
    public LoopStats plus(LoopStats other) {
        return new LoopStats(
                busyNanos + other.busyNanos, waitNanos + other.waitNanos, Math.max(longestNanos, other.longestNanos));
    }
}
