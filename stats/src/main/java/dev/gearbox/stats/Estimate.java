package dev.gearbox.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Student's t over the values of forks: the mean, and its uncertainty. A fork, a fresh JVM for every arm, is the unit of repetition; blocks or
 * requests within a fork are correlated and are never counted as n. On the log scale where the metric is a ratio: then swapping the arms only changes
 * the sign.
 *
 * @param mean NaN if there are no forks
 * @param standardError of the mean; infinite for fewer than two forks
 * @param n the number of forks
 * @param degrees the degrees of freedom of the error: n - 1, or more if it is that of several comparisons together
 */
public record Estimate(double mean, double standardError, int n, int degrees) {
    private static final double TOST_CONFIDENCE = 0.90;

    /** Creates one whose error is that of its own forks. */
    public Estimate(double mean, double standardError, int n) {
        this(mean, standardError, n, n - 1);
    }

    /**
     * Returns the mean over the forks and its error.
     *
     * @param perFork one finite value for each fork. With one or none, the interval is infinite and p is 1
     */
    public static Estimate of(double... perFork) {
        Preconditions.finite("forks", perFork);
        var moments = Moments.of(perFork);
        double error = moments.n() < 2 ? Double.POSITIVE_INFINITY : Math.sqrt(moments.variance() / moments.n());
        return new Estimate(moments.mean(), error, moments.n());
    }

    /** Returns the interval: mean and half-width on both sides; from minus to plus infinity for fewer than two forks. */
    public Interval interval(double confidence) {
        double half = detectable(confidence);
        if (Double.isInfinite(half)) {
            return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
        }
        return new Interval(mean - half, mean + half, confidence);
    }

    /** Returns the two-sided p value against "no difference", that is 0. */
    public double p() {
        if (n < 2) {
            return 1;
        }
        if (standardError == 0) {
            return mean == 0 ? 1 : 0;
        }
        return 2 * TDistribution.of(degrees).survivalProbability(Math.abs(mean) / standardError);
    }

    /** Returns the one-sided p value against "not above": small if the mean is shown to be above a value; 1 for fewer than two forks. */
    public double pAbove(double value) {
        if (n < 2) {
            return 1;
        }
        if (standardError == 0) {
            return mean > value ? 0 : 1;
        }
        return TDistribution.of(degrees).survivalProbability((mean - value) / standardError);
    }

    /** Returns half the width of the interval: the smallest effect that this run could have detected. Infinite for fewer than two forks. */
    public double detectable(double confidence) {
        Preconditions.share("confidence", confidence);
        if (n < 2) {
            return Double.POSITIVE_INFINITY;
        }
        return TDistribution.of(degrees).inverseSurvivalProbability((1 - confidence) / 2) * standardError;
    }

    /**
     * Returns whether the difference is shown to be smaller than the margin: two one-sided tests (TOST) at 5 %, which is equivalent to the 90 %
     * interval lying inside.
     *
     * @param margin in the unit of the mean; 0 or less is never met
     */
    public boolean within(double margin) {
        return within(margin, 1 - TOST_CONFIDENCE);
    }

    /**
     * Returns the same for another level.
     *
     * @param margin in the unit of the mean; 0 or less is never met
     * @param both the level of the two tests together: 0.10 for 5 % each
     */
    public boolean within(double margin, double both) {
        Interval interval = interval(1 - both);
        return -margin < interval.low() && interval.high() < margin;
    }

    /** Returns the same with the labels of the arms swapped. */
    public Estimate negated() {
        return new Estimate(-mean, standardError, n, degrees);
    }
}
