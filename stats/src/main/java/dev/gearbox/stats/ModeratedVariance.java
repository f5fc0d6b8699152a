package dev.gearbox.stats;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Digamma;
import org.apache.commons.numbers.gamma.Trigamma;

/**
 * The moderated t-statistic: many comparisons of few forks each share what they say about the spread. Each variance is moved towards the common one, by as
 * much as all of them together differ no more than chance explains: if the arms scatter alike, as in an analysis of variance with one error for all; if
 * some scatter more than others, each comparison keeps more of its own error.
 *
 * <p>The common variance and its weight are estimated from the mean and the variance of the logarithms of the variances (G. K. Smyth, "Linear models and
 * empirical Bayes methods for assessing differential expression in microarray experiments", 2004). There the comparisons are independent of each other and
 * thousands; here they share arms, and an arm that scatters more than the others may be the baseline of all. So two limits are added: the common variance is
 * worth at most twice the comparison's own degrees of freedom, and an own error that is larger stays as it is.
 *
 * @param common the variance of a difference in one fork
 * @param weight the degrees of freedom that the common variance is worth; infinite if the variances differ no more than by chance
 */
public record ModeratedVariance(double common, double weight) {
    private static final double MOST_WEIGHT = 2;

    /** Variances below this share of the median one are rounding, and would have a logarithm without limit. */
    private static final double LEAST_SHARE = 1e-5;

    private static final double LARGEST_WEIGHT = 1e6;

    /**
     * Estimates the common variance.
     *
     * @param comparisons those with at least two forks count
     * @return empty if fewer than three count, or their median variance is 0
     */
    public static Optional<ModeratedVariance> of(List<Estimate> comparisons) {
        List<Estimate> known =
                comparisons.stream().filter(comparison -> comparison.n() > 1).toList();
        double[] variances =
                known.stream().mapToDouble(ModeratedVariance::variance).sorted().toArray();
        if (variances.length < 3 || variances[variances.length / 2] == 0) {
            return Optional.empty();
        }
        double least = LEAST_SHARE * variances[variances.length / 2];
        double[] logs = known.stream()
                .mapToDouble(
                        comparison -> Math.log(Math.max(least, variance(comparison))) - expected(comparison.degrees()))
                .toArray();
        double mean = Arrays.stream(logs).average().orElseThrow();
        double spread =
                Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum() / (logs.length - 1);
        double chance = known.stream()
                .mapToDouble(comparison -> Trigamma.value(comparison.degrees() / 2.0))
                .average()
                .orElseThrow();
        double weight = 2 * inverse(Trigamma::value, spread - chance);
        double common = Double.isInfinite(weight) ? Math.exp(mean) : Math.exp(mean + expected(weight));
        return Optional.of(new ModeratedVariance(common, weight));
    }

    /** Returns the comparison with the moderated error; one with fewer than two forks as it is. */
    public Estimate of(Estimate comparison) {
        if (comparison.n() < 2) {
            return comparison;
        }
        double own = variance(comparison);
        double degrees = comparison.degrees();
        double borrowed = Math.min(weight, MOST_WEIGHT * degrees);
        double moderated = (borrowed * common + degrees * own) / (borrowed + degrees);
        return new Estimate(
                comparison.mean(), Math.sqrt(Math.max(own, moderated) / comparison.n()), comparison.n(), (int)
                        (borrowed + degrees));
    }

    private static double variance(Estimate comparison) {
        return comparison.standardError() * comparison.standardError() * comparison.n();
    }

    /** Returns the mean of the logarithm of a variance with these degrees of freedom, whose true value is 1. */
    private static double expected(double degrees) {
        return Digamma.value(degrees / 2) - Math.log(degrees / 2);
    }

    /** Returns where a falling function has a value; infinity if the value is not above what it has far to the right. */
    private static double inverse(DoubleUnaryOperator falling, double value) {
        if (value <= falling.applyAsDouble(LARGEST_WEIGHT)) {
            return Double.POSITIVE_INFINITY;
        }
        double low = 1 / LARGEST_WEIGHT;
        double high = LARGEST_WEIGHT;
        for (int half = 0; half < 100; half++) {
            double middle = Math.sqrt(low * high);
            if (falling.applyAsDouble(middle) > value) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return low;
    }
}
