package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Taint;
import dev.gearbox.stats.FitnessLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Whether the generator and the host were fit for measuring times or rates, which have stricter requirements than costs. They may have been fit for some
 * comparisons only: two arms are compared by the blocks in which both have a valid slice.
 *
 * @param filter the slices used: those fit for the purpose; if there are too few, those fit for costs, to show figures without a verdict
 * @param costs the blocks fit for costs
 * @param design of the experiment
 * @param causes what disturbed the slices that are fit for costs only, with their numbers; may be empty
 * @param unfit why no comparison has a verdict; empty if one may have
 */
record Fitness(
        BlockFilter filter, BlockFilter costs, Design design, List<String> causes, Optional<Findings.Unfit> unfit) {
    /** Returns the fitness for metrics that every block in {@code filter} is fit for. */
    static Fitness ofAll(BlockFilter filter, Experiment experiment) {
        return new Fitness(filter, filter, experiment.design(), List.of(), Optional.empty());
    }

    static Fitness of(Evidence evidence, BlockFilter costs, Taint.Use use) {
        BlockFilter fit = BlockFilter.of(evidence, use);
        Design design = evidence.experiment().design();
        List<String> causes = causes(costs, use, evidence.experiment());
        Fitness fitness = new Fitness(fit, costs, design, causes, Optional.empty());
        Optional<Findings.Unfit> shared = SharedCores.unfit(evidence.experiment());
        if (shared.isPresent()) {
            return new Fitness(fit.tooFewLeft() ? costs : fit, costs, design, causes, shared);
        }
        Optional<Double> share = ceilingShare(costs);
        if (BlockFilter.open(evidence.experiment()) && share.isPresent() && share.get() > FitnessLimits.CEILING) {
            String why = String.format(
                    Locale.ROOT,
                    "the load reached %.0f %% of the generator's capacity (allowed %.0f %%)",
                    100 * share.get(),
                    100 * FitnessLimits.CEILING);
            return new Fitness(
                    fit, costs, design, causes, Optional.of(new Findings.Unfit(why, Findings.Lack.GENERATOR)));
        }
        long all = costs.slices().count();
        long lost = all - fit.slices().count();
        if (lost > 0 && !fitness.decidesAny(evidence.experiment().contenders())) {
            Findings.Unfit unfit = new Findings.Unfit(
                    String.format(Locale.ROOT, "in %d of %d slices %s", lost, all, String.join(", or ", causes)),
                    lack(costs, use, evidence.experiment(), lost));
            return new Fitness(costs, costs, design, causes, Optional.of(unfit));
        }
        return fitness;
    }

    /**
     * Returns what disturbed slices, each with their number. A generator that was off its core or too busy was late for that reason. What disturbs the
     * machine disturbs all slices of a block.
     *
     * @param costs the blocks fit for costs
     */
    private static List<String> causes(BlockFilter costs, Taint.Use use, Experiment experiment) {
        List<Slice> unfit = costs.slices()
                .filter(slice -> Taint.drops(slice, use, experiment))
                .toList();
        Predicate<Slice> away = slice -> slice.generator().away() > FitnessLimits.AWAY;
        Predicate<Slice> busy = slice -> slice.generator().work() > FitnessLimits.WORK;
        String generator = Stream.of(
                        counted("late", unfit.stream().filter(away.or(busy).negate())),
                        counted("kept from its core", unfit.stream().filter(away)),
                        counted("too busy", unfit.stream().filter(busy)))
                .flatMap(Optional::stream)
                .collect(Collectors.joining(" or "));
        return Stream.of(
                        counted(
                                "other programs used the processors",
                                inBlocks(
                                        costs,
                                        slice -> slice.disturbance().foreignCores() > FitnessLimits.FOREIGN_CORES)),
                        generator.isEmpty() ? Optional.<String>empty() : Optional.of("the generator was " + generator),
                        counted(
                                String.format(
                                        Locale.ROOT,
                                        "the hypervisor took more than %.0f %% of the processors' time",
                                        100 * FitnessLimits.STEAL),
                                inBlocks(costs, slice -> slice.disturbance().steal() > FitnessLimits.STEAL)))
                .flatMap(Optional::stream)
                .toList();
    }

    private static Stream<Slice> inBlocks(BlockFilter filter, Predicate<Slice> disturbed) {
        return filter.forks().stream()
                .flatMap(fork -> fork.blocks().stream())
                .filter(block -> block.values().stream().anyMatch(disturbed))
                .flatMap(block -> block.values().stream());
    }

    private static Optional<String> counted(String cause, Stream<Slice> slices) {
        long count = slices.count();
        return count == 0 ? Optional.empty() : Optional.of(cause + " (" + count + ")");
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
        return shared.isEmpty() ? this : new Fitness(filter, costs, design, causes, shared);
    }

    /** Returns what most of the lost slices lack. */
    private static Findings.Lack lack(BlockFilter costs, Taint.Use use, Experiment experiment, long lost) {
        if (2 * busy(costs) > lost) {
            return Findings.Lack.GENERATOR;
        }
        long late = costs.slices()
                .filter(slice -> Taint.drops(slice, use, experiment))
                .count();
        return experiment.contended() && 2 * late > lost ? Findings.Lack.OWN_CORE : Findings.Lack.QUIET;
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
                                .map(some -> "no verdict on " + some.getValue() + " for " + some.getKey()))
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
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of(lacking + ": too few blocks are left, because " + String.join(", or ", causes));
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
