package dev.gearbox.check.statistics;

import dev.gearbox.check.CheckOutcome;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Interval;
import java.util.Locale;

/**
 * Tests whether two quantities are equal within a margin. There are three answers, not two: an interval wider than the margin reflects the noise of
 * the machine, and shows neither that the instrument is right nor that it is wrong.
 */
public final class Equivalence {
    private Equivalence() {}

    /**
     * Judges by the 95 % interval.
     *
     * @param logRatios one for each pair
     * @param margin a share, such as 0.05
     */
    public static CheckOutcome judge(double[] logRatios, double margin) {
        Estimate estimate = Estimate.of(logRatios);
        Interval interval = estimate.interval(0.95);
        double most = Math.log1p(margin);
        String figure = String.format(
                Locale.ROOT,
                "%+.1f %% [%+.1f, %+.1f]",
                Math.expm1(estimate.mean()) * 100,
                Math.expm1(interval.low()) * 100,
                Math.expm1(interval.high()) * 100);
        if (interval.low() > -most && interval.high() < most) {
            return CheckOutcome.of(true, figure);
        }
        return interval.low() > most || interval.high() < -most
                ? CheckOutcome.of(false, figure)
                : CheckOutcome.notHere("a quieter machine: " + figure + " is too wide to tell");
    }
}
