package dev.gearbox.evidence.analysis;

import dev.gearbox.stats.Estimate;
import java.util.Arrays;

/**
 * A value with its confidence interval, over forks.
 *
 * @param value the estimate; NaN where nothing was measured
 * @param low lower end of the interval; negative infinity with a single fork
 * @param high upper end of the interval
 * @param forks the number of forks it is based on
 */
public record Figure(double value, double low, double high, int forks) {
    /**
     * Returns the geometric mean of forks with its interval, by Student's t on the logarithmic scale.
     *
     * @param confidence of the interval, such as 0.95
     * @param perFork one value above zero for each fork
     */
    public static Figure geometric(double confidence, double... perFork) {
        return new Effect(Estimate.of(Arrays.stream(perFork).map(Math::log).toArray()), true).value(confidence);
    }

    /** Returns whether there is an interval. */
    public boolean bounded() {
        return Double.isFinite(low) && Double.isFinite(high);
    }
}
