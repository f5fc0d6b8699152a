package dev.gearbox.engines.auto.policy;

/**
 * The signals of one connection: counted over a window that began when it came to its engine, or when the last window ended without a decision.
 *
 * @param atMillis since the engine's start
 * @param connection the peer's address
 * @param place the role of its engine
 * @param windowMillis length of the window so far
 * @param callbacks of its session in the window
 * @param bytes in both directions
 * @param slow timed callbacks that took longer than a millisecond; on a loop, only those of suspects are timed
 * @param slowNanos total time of these
 * @param processorNanos the processor time of these; -1: not known
 * @param calmMillis time since the last slow callback
 * @param calmCallbacks number of timed callbacks since the last slow one
 * @param others other connections on the same engine
 * @param utilisation of that engine's loops since the last round, 0 to 1; -1 where there are none
 * @param queueNanos average time since then that an event there was ready before it was handled; -1 where there are no loops
 */
public record ConnectionSignals(
        long atMillis,
        String connection,
        PartRole place,
        long windowMillis,
        long callbacks,
        long bytes,
        long slow,
        long slowNanos,
        long processorNanos,
        long calmMillis,
        long calmCallbacks,
        int others,
        double utilisation,
        long queueNanos) {
    /** Returns the average time of a slow callback; 0 if there was none. */
    public long meanSlowNanos() {
        return slow == 0 ? 0 : slowNanos / slow;
    }

    /** Returns the fraction of the window that slow callbacks filled. */
    public double slowShare() {
        return windowMillis == 0 ? 0 : slowNanos / (windowMillis * 1e6);
    }

    /** Returns whether slow callbacks used the processor most of their time; false if that is not known. */
    public boolean computes() {
        return processorNanos >= 0 && 2 * processorNanos > slowNanos;
    }

    /** Returns bytes in both directions for each callback; 0 if there was none. */
    public long bytesPerCallback() {
        return callbacks == 0 ? 0 : bytes / callbacks;
    }
}
