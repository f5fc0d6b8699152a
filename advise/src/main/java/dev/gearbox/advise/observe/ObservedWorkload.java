package dev.gearbox.advise.observe;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.WorkloadText;
import dev.gearbox.advise.calibration.Costs;
import java.util.List;

/**
 * A workload that is filled in from an observation. What the user gives comes first; what was neither given nor read is assumed, and said to be.
 *
 * @param observation what was seen
 * @param text the workload
 * @param facts where each part of it comes from
 */
public record ObservedWorkload(ObservedProcess observation, WorkloadText text, List<ObservedFact> facts) {
    /** Copies the list. */
    public ObservedWorkload {
        facts = List.copyOf(facts);
    }

    /**
     * Fills in a workload.
     *
     * @param given what the user says; it overrides what was seen
     * @param costs of reads and writes, which are not the application's
     * @throws AdviseException if connections or rate are neither seen nor given
     */
    public static ObservedWorkload of(ObservedProcess seen, WorkloadText given, Costs costs) {
        return new WorkloadFilling(seen, given, costs).workload();
    }
}
