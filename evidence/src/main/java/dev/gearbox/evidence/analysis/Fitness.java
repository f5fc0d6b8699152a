package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.Taint;
import dev.gearbox.stats.FitnessLimits;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Whether the generator and the host were fit for measuring times or rates, which have stricter requirements than costs.
 *
 * @param filter the blocks used: those fit for the purpose; if there are too few, those fit for costs, to show figures without a verdict
 * @param unfit why there is no verdict; empty if there is one
 */
record Fitness(BlockFilter filter, Optional<Findings.Unfit> unfit) {
    static Fitness of(Evidence evidence, BlockFilter costs, Taint.Use use) {
        BlockFilter fit = BlockFilter.of(evidence, use);
        if (evidence.experiment().onlyCosts()) {
            return new Fitness(fit.tooFewLeft() ? costs : fit, Optional.of(shared(evidence.experiment())));
        }
        Optional<Double> share = ceilingShare(costs);
        if (BlockFilter.open(evidence.experiment()) && share.isPresent() && share.get() > FitnessLimits.CEILING) {
            return new Fitness(
                    fit,
                    Optional.of(new Findings.Unfit(
                            String.format(
                                    Locale.ROOT,
                                    "the load reached %.0f %% of the generator's capacity (allowed %.0f %%)",
                                    100 * share.get(),
                                    100 * FitnessLimits.CEILING),
                            Findings.Lack.GENERATOR)));
        }
        int lost = costs.kept() - fit.kept();
        if (fit.tooFewLeft() && lost > 0) {
            return new Fitness(
                    costs,
                    Optional.of(new Findings.Unfit(
                            String.format(
                                    Locale.ROOT,
                                    "in %d of %d blocks the generator was late, kept from its core or too busy, or the"
                                            + " hypervisor took more than %.0f %% of the processors' time",
                                    lost,
                                    costs.kept(),
                                    100 * FitnessLimits.STEAL),
                            2 * busy(costs) > lost ? Findings.Lack.GENERATOR : Findings.Lack.QUIET)));
        }
        return new Fitness(fit, Optional.empty());
    }

    /** Says why times and rates have no verdict in a placement with shared cores. */
    private static Findings.Unfit shared(Experiment experiment) {
        PlacementControl control = experiment.control();
        Placement placement = experiment.placement();
        String where = placement == null ? "server and load may share cores" : placement.caption();
        return control == null
                ? new Findings.Unfit(
                        where + ", and no A/A has shown yet that times can be trusted there (gearbox check --cores "
                                + (placement == null ? "shared" : placement.text()) + ")",
                        Findings.Lack.CONTROL)
                : new Findings.Unfit(
                        where + ", and the A/A there did not pass: " + control.seen(), Findings.Lack.CORES);
    }

    /** Returns the number of blocks in which the generator had no spare capacity. */
    private static long busy(BlockFilter filter) {
        return filter.forks().stream()
                .flatMap(fork -> fork.blocks().stream())
                .filter(block -> block.values().stream()
                        .anyMatch(slice -> slice.generator().work() > FitnessLimits.WORK))
                .count();
    }

    /** Returns notes for the reader: a sentence for each reason, with all metrics that it affects. */
    static List<String> notes(Fitness times, Fitness rates) {
        Map<String, String> concerned = new LinkedHashMap<>();
        times.unfit().ifPresent(unfit -> concerned.put(unfit.why(), "times"));
        rates.unfit()
                .ifPresent(unfit -> concerned.merge(unfit.why(), "rates", (first, second) -> first + " and " + second));
        return concerned.entrySet().stream()
                .map(reason -> reason.getKey() + ": " + reason.getValue()
                        + " describe that and carry no verdict; costs for each request are not touched")
                .toList();
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
