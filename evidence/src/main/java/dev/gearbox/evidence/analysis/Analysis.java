package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Taint;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * From what was measured to what may be said of it. A pure function of the evidence: the same files give the same
 * findings, to the last digit, and two arms with their labels swapped give the mirrored ones.
 * <ol>
 *   <li>A block in which anything outside disturbed any arm is dropped for all of them ({@link Slice.Disturbance},
 *       {@link Slice.GeneratorLag}); a fork with less than half of its blocks left is dropped; an arm that failed in a fork
 *       loses that fork only for itself.
 *   <li>Costs, rates and means: block by block the logarithm of arm to baseline, a 20 % trimmed mean of these for each
 *       fork, Student's t over the forks. Quantiles: of all requests of a fork together, then the same over forks.
 *   <li>Verdicts by p adjusted for the table (Holm); equivalence by two one-sided tests at the design's margin.
 *   <li>More than 30 % of blocks dropped, or a second copy of the baseline that differs from it: nothing may be
 *       concluded, and every verdict is {@link Verdict#INVALID}.
 * </ol>
 *
 * <p>A closed loop's generator is usually busy all the time. That makes times and rates its own, so they get no verdict;
 * it does not change what a request costs the subject, so the costs of a request keep theirs ({@link
 * Quality#notes} says so).
 *
 * <p>Zeros have no logarithm. Where an arm's value is zero in some block, its value is an arithmetic mean; where it is
 * zero over a whole fork there is no ratio ({@code NaN}), the verdict rests on the difference of the values, and two
 * arms that are both next to nothing count as equivalent.
 */
public final class Analysis {
    private Analysis() {}

    /** What follows from the evidence, against the experiment's own baseline. */
    public static Findings of(Evidence evidence) {
        return findings(evidence, evidence.experiment());
    }

    /**
     * The same against another arm: who it is compared with is a matter of the question, not of the measurement.
     *
     * @throws EvidenceException if there is no such arm
     */
    public static Findings of(Evidence evidence, String baseline) {
        Experiment experiment = evidence.experiment();
        if (baseline.equals(experiment.baseline())) {
            return of(evidence);
        }
        return findings(evidence, experiment.against(baseline));
    }

    /** @param experiment how it is to be looked at: its baseline may be another than that of the evidence */
    private static Findings findings(Evidence evidence, Experiment experiment) {
        BlockFilter costs = BlockFilter.of(evidence, Taint.Use.COST);
        Fitness times = Fitness.of(evidence, costs, Taint.Use.TIME);
        Fitness rates = Fitness.of(evidence, costs, Taint.Use.RATE);
        Map<Metric, Samples> samples = new EnumMap<>(Metric.class);
        Map<Metric, Findings.Unfit> unfit = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            Fitness fitness = switch (metric.use()) {
                case COST -> new Fitness(costs, Optional.empty());
                case TIME -> times;
                case RATE -> rates;
            };
            Samples.of(metric, fitness.filter(), evidence.experiment())
                    .ifPresent(gathered -> samples.put(metric, gathered));
            // The search for the highest rate judges each of its trials by itself.
            if (metric != Metric.CAPACITY) {
                fitness.unfit().ifPresent(why -> unfit.put(metric, why));
            }
        }
        double alpha = Significance.of(experiment.design(), evidence.forks().size());
        Optional<Ranking.RankedArm> sentinel = AaControl.of(evidence.experiment(), samples);
        Quality quality = Inspection.of(evidence, costs, times, rates, sentinel);
        List<String> arms =
                evidence.experiment().contenders().stream().map(Arm::label).toList();
        Map<Metric, Ranking> rankings = new EnumMap<>(Metric.class);
        samples.forEach((metric, gathered) -> {
            boolean fit = quality.valid() && !unfit.containsKey(metric);
            Rankings table = new Rankings(
                    experiment.baseline(),
                    experiment.design().margin(),
                    experiment.design().confidence(),
                    alpha,
                    fit);
            Ranking ranking = table.of(gathered, arms);
            if (!ranking.standings().isEmpty()) {
                rankings.put(metric, ranking);
            }
        });
        return new Findings(experiment, quality, rankings, unfit);
    }

    /** The slices that times are derived from, in the order of forks and blocks: what a picture of them has to show. */
    public static List<Slice> timed(Evidence evidence) {
        BlockFilter costs = BlockFilter.of(evidence, Taint.Use.COST);
        return Fitness.of(evidence, costs, Taint.Use.TIME).filter().slices().toList();
    }
}
