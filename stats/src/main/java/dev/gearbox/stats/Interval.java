package dev.gearbox.stats;

import java.util.function.DoubleUnaryOperator;

/**
 * A two-sided confidence interval. Its ends may be infinite: one fork says nothing about the spread between forks.
 *
 * @param low the lower end, in the unit of the value
 * @param high the upper end, not below {@code low}
 * @param confidence the share of runs whose interval contains the true value, between 0 and 1
 */
public record Interval(double low, double high, double confidence) {
    public Interval {
        if (!(low <= high)) {
            throw new IllegalArgumentException("interval: " + low + " to " + high + ": the lower end comes first");
        }
        Preconditions.share("confidence", confidence);
    }

    /** Returns whether the value lies inside; the ends are included. */
    public boolean contains(double value) {
        return low <= value && value <= high;
    }

    /** Returns half the distance of the ends. */
    public double halfWidth() {
        return (high - low) / 2;
    }

    /** Converts both ends to another scale, such as from log ratio to percent. The operator must be increasing. */
    public Interval map(DoubleUnaryOperator increasing) {
        return new Interval(increasing.applyAsDouble(low), increasing.applyAsDouble(high), confidence);
    }
}
