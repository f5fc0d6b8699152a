package dev.gearbox.engines.auto.policy;

/**
 * What is seen of one connection: counted over a window that began when it came to its place, or when the last one ended without a decision.
 *
 * @param atMillis since the engine's start
 * @param connection the peer's address
 * @param place where it is
 * @param windowMillis how long the window is by now
 * @param callbacks of its session in it
 * @param bytes in both directions
 * @param slow callbacks that took longer than a millisecond, of those that were timed: only a suspect's are, on a loop
 * @param slowNanos how long these took, all together
 * @param processorNanos the processor time of these; -1: not known
 * @param calmMillis how long no timed callback was slow
 * @param calmCallbacks how many were timed since the last slow one
 * @param others connections on the same engine besides it
 * @param utilisation how busy that engine's loops were since the last look, 0 to 1; -1 where there are none
 * @param queueNanos how long an event there was ready, on average since then, before its turn came; -1 where there are no loops
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
    /** How long a slow callback took, on average; 0 if there was none. */
    public long meanSlowNanos() {
        return slow == 0 ? 0 : slowNanos / slow;
    }

    /** The share of the window that slow callbacks filled. */
    public double slowShare() {
        return windowMillis == 0 ? 0 : slowNanos / (windowMillis * 1e6);
    }

    /** Whether slow callbacks used the processor most of their time. If nobody knows, no. */
    public boolean computes() {
        return processorNanos >= 0 && 2 * processorNanos > slowNanos;
    }

    /** Bytes in both directions for each callback; 0 if there was none. */
    public long bytesPerCallback() {
        return callbacks == 0 ? 0 : bytes / callbacks;
    }
}
