package dev.gearbox.stats;

import java.util.OptionalInt;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The effects that a planned run can detect, from the spread of earlier runs on this machine. The sum of two t quantiles is the usual approximation
 * of the non-central t; at 5 forks the power is accurate within a few points.
 */
public final class Power {
    private Power() {}

    /**
     * Returns the smallest effect that a run shows with the given power.
     *
     * @param components the spread between and within forks, of log ratios
     * @param forks of the planned run
     * @param blocks of each fork
     * @param confidence of the interval that must exclude 0, such as 0.95
     * @param power the share of such runs that show the effect, such as 0.8
     * @return a log ratio; infinite for fewer than two forks
     * @throws IllegalArgumentException if the spread between forks is not known
     */
    public static double detectable(
            VarianceComponents components, int forks, int blocks, double confidence, double power) {
        Preconditions.share("confidence", confidence);
        Preconditions.share("power", power);
        return quantiles(forks, (1 - confidence) / 2, 1 - power) * error(components, forks, blocks);
    }

    /**
     * Returns the fewest forks that show a difference, or equivalence.
     *
     * @param components the spread between and within forks, of log ratios
     * @param blocks of each fork
     * @param effect the assumed true effect, a log ratio; its sign does not matter
     * @param margin 0: the effect is to be shown as a difference. Above 0: it is to be shown to be within the margin (TOST at 5 %), and must be
     *     smaller
     * @param confidence of the interval for a difference; equivalence does not use it
     * @param power the share of such runs that show it
     * @param most the search stops there
     * @return empty if even the most forks do not suffice
     */
    public static OptionalInt forksFor(
            VarianceComponents components,
            int blocks,
            double effect,
            double margin,
            double confidence,
            double power,
            int most) {
        Preconditions.finite("effect", effect);
        Preconditions.notNegative("margin", margin);
        double size = Math.abs(effect);
        for (int forks = 2; forks <= most; forks++) {
            boolean shown = margin == 0
                    ? detectable(components, forks, blocks, confidence, power) <= size
                    : provable(components, forks, blocks, power) <= margin - size;
            if (shown) {
                return OptionalInt.of(forks);
            }
        }
        return OptionalInt.empty();
    }

    /** Returns how far from the margin the true effect must be. Both tests must pass: each is given half of the failures. */
    private static double provable(VarianceComponents components, int forks, int blocks, double power) {
        Preconditions.share("power", power);
        return quantiles(forks, 0.05, (1 - power) / 2) * error(components, forks, blocks);
    }

    private static double quantiles(int forks, double tail, double missed) {
        if (forks < 2) {
            return Double.POSITIVE_INFINITY;
        }
        var t = TDistribution.of(forks - 1);
        return t.inverseSurvivalProbability(tail) + t.inverseSurvivalProbability(missed);
    }

    private static double error(VarianceComponents components, int forks, int blocks) {
        Preconditions.atLeast("forks", forks, 1);
        Preconditions.atLeast("blocks", blocks, 1);
        if (Double.isNaN(components.betweenForks())) {
            throw new IllegalArgumentException(
                    "power: the spread between forks is not known. Take it from a run of two forks or more");
        }
        return components.ofFork(blocks) / Math.sqrt(forks);
    }
}
