package dev.gearbox.evidence.analysis;

import dev.gearbox.stats.Estimate;
import java.util.Arrays;

/**
 * A value with the interval in which it lies, over forks.
 *
 * @param value the estimate; NaN where nothing was measured
 * @param low lower end of the interval; negative infinity where one fork is all there is
 * @param high upper end of the interval
 * @param forks that stand behind it
 */
public record Figure(double value, double low, double high, int forks) {
    /**
     * The geometric mean of forks with its interval, by Student's t on the scale of logarithms.
     *
     * @param confidence of the interval, such as 0.95
     * @param perFork one value above zero for each
     */
    public static Figure geometric(double confidence, double... perFork) {
        return new Effect(Estimate.of(Arrays.stream(perFork).map(Math::log).toArray()), true).value(confidence);
    }

    /** Whether there is an interval at all. */
    public boolean bounded() {
        return Double.isFinite(low) && Double.isFinite(high);
    }
}
