package dev.gearbox.evidence.analysis;

import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Interval;

/**
 * A value, or a difference of two arms, over forks. On a logarithmic scale, where a difference is a ratio and swapping the arms flips its sign; with
 * zeros, which have no logarithm, on the linear scale.
 *
 * @param estimate over forks
 * @param logarithmic whether the scale is logarithmic
 */
public record Effect(Estimate estimate, boolean logarithmic) {
    /** Returns whether it is based on at least one fork. */
    boolean known() {
        return estimate.n() > 0;
    }

    /** Returns it as a value in the unit of the metric. */
    public Figure value(double confidence) {
        Interval interval = estimate.interval(confidence);
        boolean bounded = Double.isFinite(interval.halfWidth());
        if (!bounded || !logarithmic) {
            double value = logarithmic ? Math.exp(estimate.mean()) : estimate.mean();
            return new Figure(value, interval.low(), interval.high(), estimate.n());
        }
        return new Figure(Math.exp(estimate.mean()), Math.exp(interval.low()), Math.exp(interval.high()), estimate.n());
    }

    /** Returns it as a ratio, which does not exist on the linear scale. */
    Figure ratio(double confidence) {
        return logarithmic
                ? value(confidence)
                : new Figure(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, estimate.n());
    }
}
