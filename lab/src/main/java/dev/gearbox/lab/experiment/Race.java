package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Decides at each look which arms leave an experiment: those whose comparisons have a verdict. Must be a pure function of the evidence, so that a run
 * that was interrupted decides the same when it is resumed.
 */
public interface Race {
    /** No arm ever leaves. */
    Race NONE = _ -> Set.of();

    /**
     * Returns the labels of the arms whose comparisons are decided; of the baseline and its copy it does not matter, they stay.
     *
     * @param seen the forks up to a look
     */
    Set<String> decided(Evidence seen);

    /** Returns whether nothing is left to decide; an experiment with one arm compares nothing, and is measured to its end. */
    default boolean over(Experiment experiment, Set<String> decided) {
        List<String> others = experiment.contenders().stream()
                .map(Arm::label)
                .filter(label -> !label.equals(experiment.baseline()))
                .toList();
        return !others.isEmpty() && decided.containsAll(others);
    }

    /** Returns a race in which all arms stay until a look has seen enough. */
    static Race until(Predicate<Evidence> enough) {
        return new Race() {
            @Override
            public Set<String> decided(Evidence seen) {
                return enough.test(seen) ? Set.of(seen.experiment().baseline()) : Set.of();
            }

            @Override
            public boolean over(Experiment experiment, Set<String> decided) {
                return !decided.isEmpty();
            }
        };
    }
}
