package dev.gearbox.check.statistics;

import java.util.Arrays;

/**
 * Tests whether numbers come from an exponential distribution with a known mean: the statistic of Anderson and Darling, which weights the tails more
 * than that of Kolmogorov and Smirnov, and the limit of its distribution after Marsaglia and Marsaglia (Journal of Statistical Software 9, 2004),
 * accurate from a few dozen values on.
 */
public final class AndersonDarling {
    private AndersonDarling() {}

    /**
     * Returns the probability of a fit at least as bad as this one.
     *
     * @param values positive, more than a few dozen
     * @param mean of the distribution
     */
    public static double p(double[] values, double mean) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            // log F(x) and log(1 - F(x)) of the exponential distribution, without cancellation.
            double below = Math.log(-Math.expm1(-sorted[i] / mean));
            double above = -sorted[n - 1 - i] / mean;
            sum += (2.0 * i + 1) * (below + above);
        }
        return 1 - distribution(-n - sum / n);
    }

    /** Returns the share of fits that are at most as bad as {@code z}. */
    public static double distribution(double z) {
        if (!(z > 0)) {
            return 0;
        }
        if (z < 2) {
            double poly = .247105 - (.0649821 - (.0347962 - (.0116720 - .00168691 * z) * z) * z) * z;
            return Math.exp(-1.2337141 / z) / Math.sqrt(z) * (2.00012 + poly * z);
        }
        double poly = .43424 - (.082433 - (.008056 - .0003146 * z) * z) * z;
        return Math.exp(-Math.exp(1.0776 - (2.30695 - poly * z) * z));
    }
}
