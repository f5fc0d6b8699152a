package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Spread;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.ModeratedVariance;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The comparisons of two arms by one metric, with the spread that the design asks for.
 *
 * <p>With {@link Spread#MODERATED} the error of each comparison is its own, moved towards that of all pairs of arms ({@link ModeratedVariance}).
 *
 * <p>With {@link Spread#POOLED} the error of every comparison is derived from all of them together, as in an analysis of variance with the arms and the
 * forks as factors (Tukey): the mean of the variances of all pairs has (arms - 1) x (forks - 1) degrees of freedom, 30 for eleven arms in four forks,
 * where a single pair has 3. It needs a ratio of every pair in the same number of forks; otherwise, as after an arm has failed in a fork, each pair keeps
 * its own spread. Arms that scatter much more than the others widen the intervals of all, and their own are too narrow.
 *
 * <p>Comparisons that are no ratios keep their own spread.
 */
final class Contrasts {
    private static final int FEWEST_ARMS = 3;

    private final Samples samples;
    private final UnaryOperator<Estimate> shared;

    private Contrasts(Samples samples, UnaryOperator<Estimate> shared) {
        this.samples = samples;
        this.shared = shared;
    }

    /** @param arms those that have a value */
    static Contrasts of(Samples samples, List<String> arms, Spread spread) {
        if (spread == Spread.EACH || arms.size() < FEWEST_ARMS) {
            return new Contrasts(samples, own -> own);
        }
        List<Effect> pairs = new ArrayList<>();
        for (int first = 0; first < arms.size(); first++) {
            for (int second = first + 1; second < arms.size(); second++) {
                pairs.add(samples.contrast(arms.get(first), arms.get(second)));
            }
        }
        Optional<UnaryOperator<Estimate>> shared =
                spread == Spread.MODERATED ? moderated(pairs) : pooled(pairs, arms.size());
        return new Contrasts(samples, shared.orElse(own -> own));
    }

    private static Optional<UnaryOperator<Estimate>> moderated(List<Effect> pairs) {
        return ModeratedVariance.of(pairs.stream()
                        .filter(Effect::logarithmic)
                        .map(Effect::estimate)
                        .toList())
                .map(variance -> variance::of);
    }

    private static Optional<UnaryOperator<Estimate>> pooled(List<Effect> pairs, int arms) {
        int forks = pairs.getFirst().estimate().n();
        if (forks < 2
                || !pairs.stream()
                        .allMatch(pair -> pair.logarithmic() && pair.estimate().n() == forks)) {
            return Optional.empty();
        }
        double variance = pairs.stream()
                .mapToDouble(pair -> Math.pow(pair.estimate().standardError(), 2) * forks)
                .average()
                .orElseThrow();
        int degrees = (arms - 1) * (forks - 1);
        return Optional.of(own -> new Estimate(own.mean(), Math.sqrt(variance / own.n()), own.n(), degrees));
    }

    /** Returns how much higher {@code arm} is than {@code other}. */
    Effect of(String arm, String other) {
        Effect own = samples.contrast(arm, other);
        return own.logarithmic() ? new Effect(shared.apply(own.estimate()), true) : own;
    }
}
