package dev.gearbox.engines.auto.policy;

/**
 * The thresholds of the policy.
 *
 * @param slowMicros a callback that takes longer counts as slow on a loop
 * @param strikes the number of slow callbacks in a window
 * @param slowPercent the percentage of the window that they must also fill
 * @param largeBytes bytes for each callback from which on a connection counts as large; it comes back below a quarter of that
 * @param probationMillis the first probation: how long a connection must stay below the thresholds elsewhere before it comes back
 * @param windowMillis the minimum length of a window, unless a decision ends it
 */
public record Thresholds(
        long slowMicros, int strikes, int slowPercent, long largeBytes, long probationMillis, long windowMillis) {
    /** The defaults. */
    public static final Thresholds DEFAULT = new Thresholds(2_000, 2, 2, 32 << 10, 2_000, 1_000);

    /**
     * Two shifts cost some 0.2 ms, and the better engine saves some 0.1 ms per megabyte: a connection that leaves after losing that much pays at most twice the
     * minimum.
     */
    private static final int WORTH = 64;

    /** The fewest callbacks that are significant. */
    static final int ENOUGH = 8;

    /** The bytes that a connection must have carried, large pieces at a time, before a shift and another one back are worth it. */
    public long largeTotal() {
        return WORTH * largeBytes;
    }
}
