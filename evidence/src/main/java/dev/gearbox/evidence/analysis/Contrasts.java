package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Spread;
import dev.gearbox.stats.Estimate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The comparisons of two arms by one metric, with the spread that the design asks for.
 *
 * <p>With {@link Spread#POOLED} the error of every comparison is derived from all of them together, as in an analysis of variance with the arms and the
 * forks as factors (Tukey): the mean of the variances of all pairs has (arms - 1) x (forks - 1) degrees of freedom, 30 for eleven arms in four forks,
 * where a single pair has 3. It needs a ratio of every pair in the same number of forks; otherwise, as after an arm has failed in a fork, each pair keeps
 * its own spread. Arms that scatter much more than the others widen the intervals of all, and their own are too narrow.
 */
final class Contrasts {
    private static final int FEWEST_ARMS = 3;

    private final Samples samples;
    private final @Nullable Pool pool;

    /** @param variance of a difference in one fork */
    private record Pool(double variance, int degrees) {}

    private Contrasts(Samples samples, @Nullable Pool pool) {
        this.samples = samples;
        this.pool = pool;
    }

    /** @param arms those that have a value */
    static Contrasts of(Samples samples, List<String> arms, Spread spread) {
        return new Contrasts(
                samples, spread == Spread.POOLED && arms.size() >= FEWEST_ARMS ? pool(samples, arms) : null);
    }

    private static @Nullable Pool pool(Samples samples, List<String> arms) {
        List<Effect> pairs = new ArrayList<>();
        for (int first = 0; first < arms.size(); first++) {
            for (int second = first + 1; second < arms.size(); second++) {
                pairs.add(samples.contrast(arms.get(first), arms.get(second)));
            }
        }
        int forks = pairs.getFirst().estimate().n();
        if (forks < 2
                || !pairs.stream()
                        .allMatch(pair -> pair.logarithmic() && pair.estimate().n() == forks)) {
            return null;
        }
        double variance = pairs.stream()
                .mapToDouble(pair -> Math.pow(pair.estimate().standardError(), 2) * forks)
                .average()
                .orElseThrow();
        return new Pool(variance, (arms.size() - 1) * (forks - 1));
    }

    /** Returns how much higher {@code arm} is than {@code other}. */
    Effect of(String arm, String other) {
        Effect own = samples.contrast(arm, other);
        if (pool == null) {
            return own;
        }
        Estimate estimate = own.estimate();
        return new Effect(
                new Estimate(estimate.mean(), Math.sqrt(pool.variance / estimate.n()), estimate.n(), pool.degrees),
                true);
    }
}
