package dev.gearbox.cli.run;

import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The pairs of a workload that compares in pairs, each in an experiment of its own. A pair with a subject that cannot run
 * on this machine is left out as a whole, with the reason; no other subject takes its place.
 *
 * @param present those that can be compared here
 * @param leftOut a sentence with the reason for each of the others
 */
record ComparedPairs(List<LoadWorkload.ArmPair> present, List<String> leftOut) {
    ComparedPairs {
        present = List.copyOf(present);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * All pairs of a workload.
     *
     * @throws dev.gearbox.core.BadSpecException if a pair names an unknown engine
     */
    static ComparedPairs of(LoadWorkload workload) {
        List<LoadWorkload.ArmPair> present = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (LoadWorkload.ArmPair pair : workload.pairs()) {
            DefaultSubjects.absentOf(pair).ifPresentOrElse(leftOut::add, () -> present.add(pair));
        }
        return new ComparedPairs(present, leftOut);
    }

    /** The two of a pair, the baseline first. */
    static List<Subject> subjects(LoadWorkload.ArmPair pair, Cell cell, Optional<String> offload) {
        return DefaultSubjects.subjects(cell, List.of(pair.baseline(), pair.arm()), offload);
    }
}
