package dev.gearbox.engines.auto.policy;

/**
 * From where on something is done.
 *
 * @param slowMicros a callback that takes longer is one too many on a loop
 * @param strikes how many of them in a window it takes
 * @param slowPercent and the share of the window that they must fill
 * @param largeBytes bytes for each callback from which on a connection carries much; it comes back below a quarter of that
 * @param probationMillis how long a connection has to behave elsewhere before it comes back, at first
 * @param windowMillis how long a window is at least, if nothing is decided before
 */
public record Thresholds(
        long slowMicros, int strikes, int slowPercent, long largeBytes, long probationMillis, long windowMillis) {
    /** Those that hold if nothing is said. */
    public static final Thresholds DEFAULT = new Thresholds(2_000, 2, 2, 32 << 10, 2_000, 1_000);

    /**
     * Two shifts cost some 0.2 ms, and the better engine saves some 0.1 ms of a megabyte: who goes after losing that much pays twice the
     * least at most.
     */
    private static final int WORTH = 64;

    /** So many callbacks say something. */
    static final int ENOUGH = 8;

    /** So many bytes a connection has carried, much of them at a time, before it is worth a shift and another one back. */
    public long largeTotal() {
        return WORTH * largeBytes;
    }
}
