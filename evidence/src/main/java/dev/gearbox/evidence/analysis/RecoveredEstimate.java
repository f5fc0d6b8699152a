package dev.gearbox.evidence.analysis;

import dev.gearbox.stats.Estimate;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Recovers the mean and standard error over forks from a figure: an interval by Student's t determines both. So published figures can be compared later
 * without the raw data.
 */
public final class RecoveredEstimate {
    private RecoveredEstimate() {}

    /**
     * Uses the logarithmic scale if the interval is one of ratios: above zero, with the value as its geometric mean. Another interval above zero is
     * converted by its relative error; anything else stays on the linear scale.
     */
    public static Effect of(Figure figure, double confidence) {
        if (!(figure.value() > 0)) {
            return linear(figure, confidence);
        }
        double mean = Math.log(figure.value());
        if (!figure.bounded()) {
            return new Effect(new Estimate(mean, Double.POSITIVE_INFINITY, Math.min(1, figure.forks())), true);
        }
        boolean geometric =
                figure.low() > 0 && Math.abs(Math.log(figure.low()) + Math.log(figure.high()) - 2 * mean) < 1e-6;
        double half = geometric
                ? (Math.log(figure.high()) - Math.log(figure.low())) / 2
                : (figure.high() - figure.low()) / 2 / figure.value();
        return new Effect(new Estimate(mean, half / t(figure, confidence), figure.forks()), true);
    }

    /** Uses the linear scale. */
    public static Effect linear(Figure figure, double confidence) {
        if (!figure.bounded()) {
            return new Effect(
                    new Estimate(figure.value(), Double.POSITIVE_INFINITY, Math.min(1, figure.forks())), false);
        }
        double half = (figure.high() - figure.low()) / 2;
        return new Effect(new Estimate(figure.value(), half / t(figure, confidence), figure.forks()), false);
    }

    private static double t(Figure figure, double confidence) {
        return TDistribution.of(figure.forks() - 1.0).inverseSurvivalProbability((1 - confidence) / 2);
    }
}
