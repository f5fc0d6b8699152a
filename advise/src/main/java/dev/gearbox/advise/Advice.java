package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Costs;
import java.util.List;

/**
 * The answer to a workload.
 *
 * @param workload the question
 * @param costs on which the predictions are based
 * @param answer one sentence
 * @param groups engines that carry the workload, equal ones in one group, best group first
 * @param rejected engines that do not carry it
 * @param reasons why the first group is first, and what matters more
 * @param unless when not to take it
 * @param assumptions what the figures assume; extrapolations are named here
 */
public record Advice(
        DescribedWorkload workload,
        Costs costs,
        String answer,
        List<List<Prediction>> groups,
        List<Prediction> rejected,
        List<String> reasons,
        List<String> unless,
        List<String> assumptions) {
    /** Copies the lists. */
    public Advice {
        groups = groups.stream().map(List::copyOf).toList();
        rejected = List.copyOf(rejected);
        reasons = List.copyOf(reasons);
        unless = List.copyOf(unless);
        assumptions = List.copyOf(assumptions);
    }

    /** Returns what is recommended. */
    public Prediction first() {
        return groups.getFirst().getFirst();
    }
}
