package dev.gearbox.evidence.analysis;

import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Interval;

/**
 * A value, or a difference of two arms, over forks. On the scale of logarithms, where a difference is a ratio and
 * swapping the arms turns its sign; where there are zeros, which have no logarithm, on the scale of the values.
 *
 * @param estimate over forks
 * @param logarithmic on which scale
 */
public record Effect(Estimate estimate, boolean logarithmic) {
    /** Whether there is any fork behind it. */
    boolean known() {
        return estimate.n() > 0;
    }

    /** As a value in the unit of the metric. */
    public Figure value(double confidence) {
        Interval interval = estimate.interval(confidence);
        boolean bounded = Double.isFinite(interval.halfWidth());
        if (!bounded || !logarithmic) {
            double value = logarithmic ? Math.exp(estimate.mean()) : estimate.mean();
            return new Figure(value, interval.low(), interval.high(), estimate.n());
        }
        return new Figure(Math.exp(estimate.mean()), Math.exp(interval.low()), Math.exp(interval.high()), estimate.n());
    }

    /** As a ratio; there is none on the scale of values. */
    Figure ratio(double confidence) {
        return logarithmic
                ? value(confidence)
                : new Figure(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, estimate.n());
    }
}
