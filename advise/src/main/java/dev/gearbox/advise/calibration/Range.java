package dev.gearbox.advise.calibration;

import java.util.function.DoubleUnaryOperator;

/**
 * A figure and the interval in which it is expected to lie. An end may be infinite.
 *
 * @param low the lower end
 * @param value the best estimate, within the interval
 * @param high the upper end
 */
public record Range(double low, double value, double high) {
    public Range {
        if (!(low >= 0 && low <= value && value <= high)) {
            throw new IllegalArgumentException("interval: " + low + " to " + high + " around " + value
                    + " is out of order: 0 <= low <= value <= high");
        }
    }

    /** An interval without width. */
    public static Range exactly(double value) {
        return new Range(value, value, value);
    }

    /** Converts all three to another scale. The operator must be increasing. */
    public Range map(DoubleUnaryOperator increasing) {
        return new Range(
                increasing.applyAsDouble(low), increasing.applyAsDouble(value), increasing.applyAsDouble(high));
    }

    /** Multiplies with a factor that has an interval of its own. */
    public Range times(Range factor) {
        return new Range(low * factor.low, value * factor.value, high * factor.high);
    }

    /** Adds a figure whose error has the same direction. */
    public Range plus(Range more) {
        return new Range(low + more.low, value + more.value, high + more.high);
    }

    /** Returns whether the two intervals have no figure in common. */
    public boolean disjoint(Range other) {
        return high < other.low || other.high < low;
    }
}
