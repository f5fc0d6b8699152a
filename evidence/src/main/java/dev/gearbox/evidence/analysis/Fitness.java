package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Taint;
import dev.gearbox.stats.FitnessLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether the generator and the host were fit for measuring times or rates, which have stricter requirements than costs. They may have been fit for some
 * comparisons only: two arms are compared by the blocks in which both have a valid slice.
 *
 * @param filter the slices used: those fit for the purpose; if there are too few, those fit for costs, to show figures without a verdict
 * @param costs the blocks fit for costs
 * @param design of the experiment
 * @param unfit why no comparison has a verdict; empty if one may have
 */
record Fitness(BlockFilter filter, BlockFilter costs, Design design, Optional<Findings.Unfit> unfit) {
    private static final String LATE = String.format(
            Locale.ROOT,
            "the generator was late, kept from its core or too busy, or the hypervisor took more than %.0f %% of the"
                    + " processors' time",
            100 * FitnessLimits.STEAL);

    /** Returns the fitness for metrics that every block in {@code filter} is fit for. */
    static Fitness ofAll(BlockFilter filter, Experiment experiment) {
        return new Fitness(filter, filter, experiment.design(), Optional.empty());
    }

    static Fitness of(Evidence evidence, BlockFilter costs, Taint.Use use) {
        BlockFilter fit = BlockFilter.of(evidence, use);
        Design design = evidence.experiment().design();
        Optional<Findings.Unfit> shared = SharedCores.unfit(evidence.experiment());
        if (shared.isPresent()) {
            return new Fitness(fit.tooFewLeft() ? costs : fit, costs, design, shared);
        }
        Optional<Double> share = ceilingShare(costs);
        if (BlockFilter.open(evidence.experiment()) && share.isPresent() && share.get() > FitnessLimits.CEILING) {
            return new Fitness(
                    fit,
                    costs,
                    design,
                    Optional.of(new Findings.Unfit(
                            String.format(
                                    Locale.ROOT,
                                    "the load reached %.0f %% of the generator's capacity (allowed %.0f %%)",
                                    100 * share.get(),
                                    100 * FitnessLimits.CEILING),
                            Findings.Lack.GENERATOR)));
        }
        Fitness fitness = new Fitness(fit, costs, design, Optional.empty());
        long all = costs.slices().count();
        long lost = all - fit.slices().count();
        if (lost > 0 && !fitness.decidesAny(evidence.experiment().contenders())) {
            return new Fitness(
                    costs,
                    costs,
                    design,
                    Optional.of(new Findings.Unfit(
                            String.format(Locale.ROOT, "in %d of %d slices %s", lost, all, late(costs)),
                            2 * busy(costs) > lost ? Findings.Lack.GENERATOR : Findings.Lack.QUIET)));
        }
        return fitness;
    }

    private static String late(BlockFilter costs) {
        return costs.foreignCores().isPresent() ? "other programs used the processors, or " + LATE : LATE;
    }

    /** Returns whether enough blocks are left for a comparison of two arms. */
    boolean decides(String arm, String other) {
        boolean lost = filter.kept(arm, other) < costs.kept(arm, other);
        return unfit.isEmpty() && !(lost && filter.tooFewLeft(arm, other, design));
    }

    /** Returns whether enough blocks are left for a comparison of any two of these arms; of a single one, for its own figures. */
    private boolean decidesAny(List<Arm> arms) {
        List<String> labels = arms.stream().map(Arm::label).toList();
        return labels.stream()
                .anyMatch(arm -> labels.stream()
                        .filter(other -> labels.size() == 1 || !other.equals(arm))
                        .anyMatch(other -> costs.kept(arm, other) > 0 && decides(arm, other)));
    }

    /** Returns the same for one metric, which may have no verdict where cores are shared. */
    Fitness forMetric(Metric metric, Experiment experiment) {
        Optional<Findings.Unfit> shared = unfit.isPresent() ? unfit : SharedCores.unfit(metric, experiment);
        return shared.isEmpty() ? this : new Fitness(filter, costs, design, shared);
    }

    /** Returns the number of slices in which the generator had no spare capacity. */
    private static long busy(BlockFilter filter) {
        return filter.slices()
                .filter(slice -> slice.generator().work() > FitnessLimits.WORK)
                .count();
    }

    /** Returns notes for the reader: a sentence for each reason, with all metrics that it affects. */
    static List<String> notes(Fitness times, Fitness rates, List<Arm> arms, String baseline) {
        Map<String, String> concerned = new LinkedHashMap<>();
        times.unfit().ifPresent(unfit -> concerned.put(unfit.why(), "times"));
        rates.unfit()
                .ifPresent(unfit -> concerned.merge(unfit.why(), "rates", (first, second) -> first + " and " + second));
        Map<String, String> partly = new LinkedHashMap<>();
        times.partly(arms, baseline).ifPresent(some -> partly.put(some, "times"));
        rates.partly(arms, baseline)
                .ifPresent(some -> partly.merge(some, "rates", (first, second) -> first + " and " + second));
        return Stream.concat(
                        concerned.entrySet().stream()
                                .map(
                                        reason -> reason.getKey() + ": " + reason.getValue()
                                                + " describe that and carry no verdict; costs for each request are not touched"),
                        partly.entrySet().stream()
                                .map(some -> "no verdict on " + some.getValue() + " for " + some.getKey()
                                        + ": too few blocks are left, because in the others " + LATE))
                .toList();
    }

    /** Lists the arms that cannot be compared with the baseline, with the number of blocks that are left for each; empty if all can be. */
    private Optional<String> partly(List<Arm> arms, String baseline) {
        if (unfit.isPresent()) {
            return Optional.empty();
        }
        String lacking = arms.stream()
                .map(Arm::label)
                .filter(arm -> !arm.equals(baseline) && !decides(arm, baseline))
                .map(arm -> arm + " (" + filter.kept(arm, baseline) + " of " + costs.kept(arm, baseline) + ")")
                .collect(Collectors.joining(", "));
        return lacking.isEmpty() ? Optional.empty() : Optional.of(lacking);
    }

    /**
     * Returns the highest rate of a kept slice as a share of the generator's ceiling; empty if the ceiling was not measured. A ceiling below the rate
     * answered in its own fork is discarded as disturbed. The median of the others counts, so that a single slightly disturbed one has no effect.
     */
    static Optional<Double> ceilingShare(BlockFilter filter) {
        double highest = 0;
        List<Double> ceilings = new ArrayList<>();
        for (BlockFilter.Kept fork : filter.forks()) {
            double rate = fork.blocks().stream()
                    .flatMap(block -> block.values().stream())
                    .mapToDouble(slice -> slice.traffic().answeredPerSecond())
                    .max()
                    .orElse(0);
            double ceiling = fork.fork().all(ForkEvent.Ceiling.class).stream()
                    .mapToDouble(ForkEvent.Ceiling::perSecond)
                    .max()
                    .orElse(0);
            highest = Math.max(highest, rate);
            if (ceiling > 0 && ceiling >= rate) {
                ceilings.add(ceiling);
            }
        }
        double median = Inspection.median(ceilings.stream().mapToDouble(Double::doubleValue));
        return highest > 0 && median > 0 ? Optional.of(highest / median) : Optional.empty();
    }
}
