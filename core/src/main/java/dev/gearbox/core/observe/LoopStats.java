package dev.gearbox.core.observe;

/**
 * How an engine's loops spent their time.
 *
 * @param busyNanos working
 * @param waitNanos waiting for events
 * @param longestNanos the longest time that one event took
 * @param events number of events
 * @param queuedNanos total time that events had been ready before they were handled, behind earlier ones of the same round
 */
public record LoopStats(long busyNanos, long waitNanos, long longestNanos, long events, long queuedNanos) {
    /** For engines without loops. */
    public static final LoopStats NONE = new LoopStats(0, 0, 0, 0, 0);

    /** Returns the sum of both. */
    public LoopStats plus(LoopStats other) {
        return new LoopStats(
                busyNanos + other.busyNanos,
                waitNanos + other.waitNanos,
                Math.max(longestNanos, other.longestNanos),
                events + other.events,
                queuedNanos + other.queuedNanos);
    }
}
