package dev.gearbox.evidence.history;

import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Finding;
import dev.gearbox.stats.Interval;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The difference of two values that were not measured side by side: Welch's t over the forks of each. Wider than a
 * paired comparison, because what the machine did in the meantime is in it.
 *
 * @param mean the first minus the second, on their scale (logarithms where it is a ratio)
 * @param standardError of the difference; infinite if one of the two has fewer than two forks
 * @param freedom Welch's degrees of freedom; NaN where there are none
 * @param forks of the one that has fewer
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

    /** A single value held against a number that has no error of its own. */
    public static Unpaired of(Estimate value, double number) {
        return new Unpaired(value.mean() - number, value.standardError(), value.n() - 1.0, value.n());
    }

    /** The same with so much taken off the mean. */
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

    /** Two-sided, against no difference. */
    double p() {
        if (forks < 2) {
            return 1;
        }
        if (standardError == 0) {
            return mean == 0 ? 1 : 0;
        }
        return 2 * TDistribution.of(freedom).survivalProbability(Math.abs(mean) / standardError);
    }

    /** Two one-sided tests at 5 %. */
    boolean within(double margin) {
        Interval interval = interval(0.90);
        return -margin < interval.low() && interval.high() < margin;
    }

    Finding finding(double adjusted, double margin, double alpha) {
        if (adjusted < alpha) {
            return mean < 0 ? Finding.LOWER : Finding.HIGHER;
        }
        return within(margin) ? Finding.EQUIVALENT : Finding.INCONCLUSIVE;
    }
}
