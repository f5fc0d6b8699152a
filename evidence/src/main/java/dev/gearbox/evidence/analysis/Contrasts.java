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
        return new Contrasts(samples, moderated(pairs).orElse(own -> own));
    }

    private static Optional<UnaryOperator<Estimate>> moderated(List<Effect> pairs) {
        return ModeratedVariance.of(pairs.stream()
                        .filter(Effect::logarithmic)
                        .map(Effect::estimate)
                        .toList())
                .map(variance -> variance::of);
    }

    /** Returns how much higher {@code arm} is than {@code other}. */
    Effect of(String arm, String other) {
        Effect own = samples.contrast(arm, other);
        return own.logarithmic() ? new Effect(shared.apply(own.estimate()), true) : own;
    }
}
