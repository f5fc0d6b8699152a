package dev.gearbox.core.observe;

/**
 * How an engine's loops spent their time.
 *
 * @param busyNanos working
 * @param waitNanos waiting for events
 * @param longestNanos the longest that one event took
 * @param events how many there were
 * @param queuedNanos how long they had been ready, all together, when their turn came: those before them in the same round
 */
public record LoopStats(long busyNanos, long waitNanos, long longestNanos, long events, long queuedNanos) {
    /** For engines without loops. */
    public static final LoopStats NONE = new LoopStats(0, 0, 0, 0, 0);

    /** Both together. */
    public LoopStats plus(LoopStats other) {
        return new LoopStats(
                busyNanos + other.busyNanos,
                waitNanos + other.waitNanos,
                Math.max(longestNanos, other.longestNanos),
                events + other.events,
                queuedNanos + other.queuedNanos);
    }
}
