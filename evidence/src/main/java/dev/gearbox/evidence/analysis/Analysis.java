package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Spread;
import dev.gearbox.evidence.Taint;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Derives findings from the evidence. A pure function: the same files give the same findings, to the last digit, and swapping the labels of two arms gives
 * mirrored findings.
 * <ol>
 *   <li>A block in which any arm was disturbed from outside is dropped for all arms ({@link Slice.Disturbance}); a fork with less than half of its
 *       blocks left is dropped; an arm that failed in a fork loses only its own data of that fork.
 *   <li>A slice whose generator was late ({@link Slice.GeneratorLag}) is left out of times and rates. Two arms are compared by the blocks that both have,
 *       and if more than 30 % of those that they were to have are missing, the comparison has no verdict.
 *   <li>Costs, rates and means: the logarithm of the ratio of arm to baseline in each block, a 20 % trimmed mean of these for each fork, Student's t over
 *       the forks. Quantiles: over all requests of a fork together, then the same over forks.
 *   <li>Times of an arm whose load exceeds its {@link dev.gearbox.evidence.ArmBound} have no verdict.
 *   <li>Verdicts by p adjusted for the table (Holm); equivalence by two one-sided tests at the design's margin. The threshold of each is that of the
 *       forks in which both arms took part ({@link Significance}).
 *   <li>More than 30 % of the announced blocks missing, or a second copy of the baseline that differs from it: no conclusion is possible, and every verdict is
 *       {@link Verdict#INVALID}.
 * </ol>
 *
 * <p>A closed loop's generator is usually busy all the time. Times and rates then describe the generator, so they get no verdict; the subject's cost per
 * request does not change, so costs keep their verdicts ({@link Quality#notes} says so).
 *
 * <p>Zeros have no logarithm. If an arm's value is zero in some block, its value is an arithmetic mean; if it is zero over a whole fork, there is no ratio
 * ({@code NaN}), the verdict is based on the difference of the values, and two arms that are both close to zero count as equivalent.
 */
public final class Analysis {
    private static final Set<Metric> ALL = Set.of(Metric.values());

    private Analysis() {}

    /** Returns the findings, relative to the experiment's own baseline. */
    public static Findings of(Evidence evidence) {
        return findings(
                evidence,
                BlockFilter.of(evidence, Taint.Use.COST),
                evidence.experiment(),
                usual(evidence.experiment()));
    }

    /** That requests of a load failed is in the list of its errors; only claims compare their share, which is usually 100 % for all. */
    private static Set<Metric> usual(Experiment experiment) {
        Set<Metric> usual = EnumSet.copyOf(ALL);
        if (!experiment.loop().equals(Experiment.JOB)) {
            usual.remove(Metric.COMPLETED);
        }
        return usual;
    }

    /** Returns the same findings with all metrics, for claims. */
    public static Findings ofClaims(Evidence evidence) {
        return findings(evidence, BlockFilter.of(evidence, Taint.Use.COST), evidence.experiment(), ALL);
    }

    /** Returns the same findings for some metrics only, in a fraction of the time. */
    public static Findings of(Evidence evidence, Set<Metric> metrics) {
        return findings(evidence, BlockFilter.of(evidence, Taint.Use.COST), evidence.experiment(), metrics);
    }

    /**
     * Returns the findings relative to another arm: the baseline depends on the question, not on the measurement.
     *
     * @throws EvidenceException if there is no such arm
     */
    public static Findings of(Evidence evidence, String baseline) {
        Experiment experiment = evidence.experiment();
        if (baseline.equals(experiment.baseline())) {
            return of(evidence);
        }
        return findings(
                evidence, BlockFilter.of(evidence, Taint.Use.COST), experiment.against(baseline), usual(experiment));
    }

    /**
     * Returns the same findings, for a report: if other programs disturbed so many blocks that nothing may be concluded, costs are those beside these
     * programs, which is another quantity, and {@link Quality#foreignCores} is known.
     */
    public static Findings ofReport(Evidence evidence) {
        return findings(
                evidence,
                BlockFilter.ofCostsBesideOthers(evidence),
                evidence.experiment(),
                usual(evidence.experiment()));
    }

    /** @param experiment the experiment to analyze; its baseline may differ from that of the evidence */
    private static Findings findings(Evidence evidence, BlockFilter costs, Experiment experiment, Set<Metric> metrics) {
        Fitness anything = Fitness.ofAll(costs, experiment);
        Fitness times = Fitness.of(evidence, costs, Taint.Use.TIME);
        Fitness rates = Fitness.of(evidence, costs, Taint.Use.RATE);
        Map<Metric, Samples> samples = new EnumMap<>(Metric.class);
        Map<Metric, Fitness> fit = new EnumMap<>(Metric.class);
        Map<Metric, Findings.Unfit> unfit = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            // The A/A control compares costs, whatever is asked for.
            if (!metrics.contains(metric) && metric != Metric.CPU) {
                continue;
            }
            Fitness general = switch (metric.use()) {
                case COST, COST_BESIDE_OTHERS -> anything;
                // The search for the highest rate judges each of its trials by itself, but not where it runs.
                case TIME -> metric == Metric.CAPACITY && !experiment.onlyCosts() ? anything : times;
                case RATE -> rates;
            };
            Fitness fitness = general.forMetric(metric, experiment);
            Samples.of(metric, fitness.filter(), evidence.experiment())
                    .ifPresent(gathered -> samples.put(metric, gathered));
            fitness.unfit().ifPresent(why -> unfit.put(metric, why));
            fit.put(metric, fitness);
        }
        Significance significance = Significance.of(evidence, experiment.design());
        Optional<Ranking.RankedArm> sentinel = AaControl.of(evidence.experiment(), samples);
        Quality quality = Inspection.of(evidence, experiment.baseline(), costs, times, rates, sentinel);
        List<String> arms =
                evidence.experiment().contenders().stream().map(Arm::label).toList();
        Map<Metric, Ranking> rankings = new EnumMap<>(Metric.class);
        samples.forEach((metric, gathered) -> {
            Fitness fitness = fit.getOrDefault(metric, anything);
            Rankings table = new Rankings(
                    experiment.baseline(),
                    experiment.design().margin(),
                    experiment.design().confidence(),
                    significance,
                    (arm, other) -> quality.valid() && fitness.decides(arm, other),
                    Objects.requireNonNullElse(experiment.design().spread(), Spread.EACH));
            Ranking ranking = table.of(gathered, arms);
            if (!ranking.standings().isEmpty()) {
                rankings.put(metric, metric.isTime() ? withoutExceeded(ranking, experiment) : ranking);
            }
        });
        return new Findings(experiment, quality, rankings, unfit);
    }

    /** The times of an arm above its capacity describe its queue: no verdict, and no letter. */
    private static Ranking withoutExceeded(Ranking ranking, Experiment experiment) {
        List<String> exceeded = experiment.arms().stream()
                .filter(arm -> arm.exceeded().isPresent())
                .map(Arm::label)
                .toList();
        return exceeded.isEmpty() ? ranking : ranking.without(exceeded);
    }

    /** Returns the slices from which times are derived, ordered by fork and block, for plots. */
    public static List<Slice> timed(Evidence evidence) {
        BlockFilter costs = BlockFilter.of(evidence, Taint.Use.COST);
        return Fitness.of(evidence, costs, Taint.Use.TIME).filter().slices().toList();
    }
}
