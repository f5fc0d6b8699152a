package dev.gearbox.load.loop;

import dev.gearbox.load.report.Gaps;

/**
 * Decides how the loop waits after a round that found nothing to do. While a slice runs on {@link GeneratorCore#OWN} the loop spins and polls for answers
 * each time. On others, since a selector's timeout is in milliseconds and a parked thread sees no answers:
 *
 * <ul>
 *   <li>more than a millisecond to the next deadline and, on {@link GeneratorCore#SHARED}, no recent event: a blocking select that ends before the deadline;
 *   <li>less than that, and no answer is expected: park until shortly before the deadline;
 *   <li>otherwise, always just before the deadline, and until the loop has caught up after a gap: spin.
 * </ul>
 *
 * While persistent connections are being opened, the loop sleeps whenever it can.
 */
final class Pacer {
    private static final long MILLI = 1_000_000;

    /**
     * For this long after the last event the loop keeps polling for the next one: a sleeping thread would add its wake-up latency to the figures. Not
     * where services need the core for their next answers.
     */
    private static final long ALERT = 200_000;

    private final GeneratorCore core;
    private final Gaps gaps;
    private boolean slackless;
    private boolean prompt;
    private long spin;

    Pacer(GeneratorCore core, Gaps gaps) {
        this.core = core;
        this.gaps = gaps;
    }

    /** Called when a slice begins on this thread. */
    void begin() {
        slackless = core != GeneratorCore.OWN && ThreadScheduling.setMinimalSlack();
        prompt = core == GeneratorCore.PREFERRED && ThreadScheduling.setMinimalTimeSlice();
        spin = slackless ? 60_000 : 150_000;
    }

    /** Called when a slice has ended: the thread may run slices of other arms. */
    void end() {
        if (slackless) {
            ThreadScheduling.restoreSlack();
            slackless = false;
        }
        if (prompt) {
            ThreadScheduling.restoreTimeSlice();
            prompt = false;
        }
    }

    /** Returns whether the loop should sleep now, at most until shortly before the deadline. If not, it has spun once. */
    boolean sleeps(long untilDeadline, long quiet, boolean expecting) {
        boolean alert = core == GeneratorCore.SHARED && quiet < ALERT;
        if (core != GeneratorCore.OWN
                && !gaps.isClosing()
                && untilDeadline > spin
                && !(expecting && alert)
                && (!expecting || untilDeadline - spin >= MILLI)) {
            return true;
        }
        Thread.onSpinWait();
        return false;
    }

    /** Returns for how many nanoseconds, after {@link #sleeps} has said so. */
    long sleepTime(long untilDeadline) {
        return untilDeadline - spin;
    }

    /** Describes how the loop waits, for the report. */
    String describe() {
        return switch (core) {
            case OWN -> "always spins, on its own core; requests affected by its own stalls are reported separately";
            case SHARED -> sleeping() + "; shared core: its own stalls stay in the figures";
            case PREFERRED ->
                sleeping() + ", time slice " + (prompt ? "0.1 ms" : "system default")
                        + "; other programs yield the core; requests affected by its own stalls are reported separately";
        };
    }

    private String sleeping() {
        return "park, then spin " + spin / 1000 + " us; timer slack " + (slackless ? "1 ns" : "system default");
    }
}
