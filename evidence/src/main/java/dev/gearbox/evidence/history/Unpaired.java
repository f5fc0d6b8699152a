package dev.gearbox.evidence.history;

import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Finding;
import dev.gearbox.stats.Interval;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of two values that were not measured together: Welch's t over the forks of each. Its interval is wider than that of a paired comparison,
 * because it includes the drift of the machine in between.
 *
 * @param mean the first minus the second, on their scale (logarithmic for a ratio)
 * @param standardError of the difference; infinite if one of the two has fewer than two forks
 * @param freedom Welch's degrees of freedom; NaN if there are none
 * @param forks the smaller number of forks
 */
public record Unpaired(double mean, double standardError, double freedom, int forks) {

    public static Unpaired of(Estimate first, Estimate second) {
        int forks = Math.min(first.n(), second.n());
        double mean = first.mean() - second.mean();
        if (forks < 2) {
            return new Unpaired(mean, Double.POSITIVE_INFINITY, Double.NaN, forks);
        }
        double a = first.standardError() * first.standardError();
        double b = second.standardError() * second.standardError();
        double freedom = a + b == 0
                ? first.n() + second.n() - 2.0
                : (a + b) * (a + b) / (a * a / (first.n() - 1) + b * b / (second.n() - 1));
        return new Unpaired(mean, Math.sqrt(a + b), freedom, forks);
    }

    /** Compares a single value with a number that has no error. */
    public static Unpaired of(Estimate value, double number) {
        return new Unpaired(value.mean() - number, value.standardError(), value.n() - 1.0, value.n());
    }

    /** Returns the same with a value subtracted from the mean. */
    public Unpaired less(double shift) {
        return new Unpaired(mean - shift, standardError, freedom, forks);
    }

    public Interval interval(double confidence) {
        if (forks < 2) {
            return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
        }
        double half = TDistribution.of(freedom).inverseSurvivalProbability((1 - confidence) / 2) * standardError;
        return new Interval(mean - half, mean + half, confidence);
    }

    /** Returns the two-sided p of no difference. */
    double p() {
        if (forks < 2) {
            return 1;
        }
        if (standardError == 0) {
            return mean == 0 ? 1 : 0;
        }
        return 2 * TDistribution.of(freedom).survivalProbability(Math.abs(mean) / standardError);
    }

    /** Performs two one-sided tests; {@code both} is their level together. */
    boolean within(double margin, double both) {
        Interval interval = interval(1 - both);
        return -margin < interval.low() && interval.high() < margin;
    }

    Finding finding(double adjusted, double margin, double alpha, double both) {
        if (adjusted < alpha) {
            return mean < 0 ? Finding.LOWER : Finding.HIGHER;
        }
        return within(margin, both) ? Finding.EQUIVALENT : Finding.INCONCLUSIVE;
    }
}
