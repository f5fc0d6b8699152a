package dev.gearbox.load.schedule;

import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.report.Latencies;

/**
 * The moments of one slice, on the users' clock.
 *
 * <pre>
 *   begin ── dry run ──┬─ unrecorded ─┬── dry run ──┬─ settling ─┬─ announced ─ opens ════ window ════ ends ─ drain
 *                    1/4            1/2           3/4        a millisecond before
 * </pre>
 *
 * The dry runs record as in the window, once masking everything and once nothing, and discard the result: code that first runs in the window would be
 * compiled in the window, on the loop's own core. The window is announced before it opens, because notifying the listener takes time.
 */
public record Timeline(long begin, long opens, long ends) {
    private static final long ANNOUNCED = 1_000_000;

    /** How long requests may still be answered after the window, at least, in nanoseconds. */
    static final long GRACE = 1_000_000_000;

    private static final int GRACE_OF_P99 = 10;

    public enum SliceStage {
        CONNECTING,
        MASKED_REHEARSAL,
        UNRECORDED,
        DRY_RUN,
        SETTLING,
        ANNOUNCED,
        WINDOW,
        DRAIN,
        /** No slice is running; the clock is stopped. */
        HALTED;

        public SliceStage next() {
            return switch (this) {
                case CONNECTING -> HALTED;
                case MASKED_REHEARSAL -> UNRECORDED;
                case UNRECORDED -> DRY_RUN;
                case DRY_RUN -> SETTLING;
                case SETTLING -> ANNOUNCED;
                case ANNOUNCED -> WINDOW;
                case WINDOW -> DRAIN;
                case DRAIN -> HALTED;
                case HALTED -> throw new IllegalStateException("no slice is running");
            };
        }
    }

    public static Timeline of(SlicePlan slice, long begin) {
        long opens = begin + slice.lead().toNanos();
        return new Timeline(begin, opens, opens + slice.window().toNanos());
    }

    /** Returns when a stage of the slice ends; for a drain that began at this time, the latest end. */
    public long endOf(SliceStage stage) {
        long lead = opens - begin;
        return switch (stage) {
            case MASKED_REHEARSAL -> begin + lead / 4;
            case UNRECORDED -> begin + lead / 2;
            case DRY_RUN -> opens - lead / 4;
            case SETTLING -> opens - Math.min(ANNOUNCED, lead / 8);
            case ANNOUNCED -> opens;
            case WINDOW -> ends;
            case CONNECTING, DRAIN, HALTED -> throw new IllegalStateException(stage + " ends otherwise");
        };
    }

    /**
     * Returns how long the drain may take: a second, or ten times the 99th percentile of the responses if that is more, but no longer than the timeout,
     * after which no answer counts.
     */
    public static long grace(long response99, long timeout) {
        return Math.max(GRACE, Math.min(GRACE_OF_P99 * Math.min(response99, Latencies.HIGHEST), timeout));
    }
}
