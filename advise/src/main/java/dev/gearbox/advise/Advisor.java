package dev.gearbox.advise;

import dev.gearbox.advise.AdviceRanking.Entry;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.UnitCost;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Predicts all engines for a workload and ranks them. A pure function of workload and costs. */
public final class Advisor {
    private Advisor() {}

    /**
     * Returns the advice.
     *
     * @param absent names of engines that cannot run here; they are left out
     * @throws AdviseException if no engine can carry the workload; the message names the nearest one that some engine can
     */
    public static Advice advise(DescribedWorkload workload, Costs costs, Set<String> absent) {
        Models models = Models.shipped();
        ImpossibleWorkloads.check(workload, costs);
        Predictor predictor = new Predictor(workload, costs, models);
        List<Entry> entries = models.engines().stream()
                .filter(engine -> !absent.contains(engine.name()))
                .map(engine -> predictor.simulate(EngineSetting.of(engine, workload)))
                .map(levels -> new Entry(predictor.prediction(levels), levels))
                .toList();
        List<Prediction> all = entries.stream().map(Entry::prediction).toList();
        List<List<Prediction>> groups = new AdviceRanking(models).groups(entries);
        if (groups.isEmpty()) {
            throw ImpossibleWorkloads.noEngine(workload, all);
        }
        List<Prediction> rejected = all.stream()
                .filter(one -> one.fit() == Prediction.Fit.NOT)
                .sorted(Comparator.comparing(Prediction::spec))
                .toList();
        AdviceReasons reasons = new AdviceReasons(workload, groups, rejected, entries);
        return new Advice(
                workload,
                costs,
                reasons.answer(),
                groups,
                rejected,
                reasons.why(),
                reasons.unless(),
                Assumptions.of(workload, costs));
    }

    /** Returns the names of all engines that an advice may name, in the order of recommendation among equal ones. */
    public static Set<String> engines() {
        return Models.shipped().engines().stream()
                .map(EngineTraits::name)
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Returns the processor time of the cheapest thinkable request: read and written by a loop that never waits. */
    static double cheapest(DescribedWorkload workload, Costs costs) {
        double more = Math.max(0, workload.bytes() - UnitCost.MESSAGE)
                * costs.range(UnitCost.BYTE).low();
        return workload.cpuSeconds()
                + costs.range(UnitCost.READ).low()
                + costs.range(UnitCost.WRITE).low()
                + more;
    }
}
