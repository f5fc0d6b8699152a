package dev.gearbox.advise.trial;

import dev.gearbox.evidence.analysis.Figure;
import java.util.List;
import java.util.Optional;

/**
 * How good the advice is, over a grid of workloads. The predictions use no measurement of these workloads.
 *
 * @param workloads those that were measured
 */
public record Validation(List<ValidatedWorkload> workloads) {
    /** The goal: an advice costs less than this share more than the best. */
    public static final double GOAL = 0.10;

    /** Copies the list. */
    public Validation {
        workloads = List.copyOf(workloads);
    }

    /** Returns the coverage of all quantities, or of one. */
    public Coverage coverage(Optional<PredictedQuantity> only) {
        return Coverage.of(workloads.stream()
                .map(workload -> workload.rows().stream()
                        .filter(row -> only.isEmpty() || row.quantity() == only.get())
                        .toList())
                .toList());
    }

    /** Returns the median error of the predictions of a quantity in all workloads, as a share and regardless of its sign; NaN without values. */
    public double medianError(PredictedQuantity quantity) {
        return ValidatedWorkload.median(
                workloads.stream().flatMap(one -> one.rows().stream()).toList(), quantity);
    }

    /** Returns the number of workloads with a known regret in processor time. */
    public long known() {
        return workloads.stream().flatMap(one -> one.cpuRegret().stream()).count();
    }

    /** Returns in how many workloads the interval of that regret lies below the goal. */
    public long small() {
        return workloads.stream()
                .flatMap(one -> one.cpuRegret().stream())
                .map(Figure::high)
                .filter(high -> high < GOAL)
                .count();
    }
}
