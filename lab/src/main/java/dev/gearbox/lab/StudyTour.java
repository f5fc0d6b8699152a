package dev.gearbox.lab;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * The tour of a study: one cell of a workload, and a subject of each kind.
 *
 * @param question that it answers, in one sentence
 * @param workload the name of a load
 * @param set the values that select the cell, by axis
 * @param baseline one of the arms
 * @param arms the specs of the subjects; those that cannot run on a machine are left out
 * @param time of the whole, on a machine that does not disturb it
 */
public record StudyTour(
        String question, String workload, Map<String, String> set, String baseline, List<String> arms, Duration time) {
    /** Copies the collections; the baseline must be one of the arms. */
    public StudyTour {
        set = Map.copyOf(set);
        arms = List.copyOf(arms);
        if (!arms.contains(baseline)) {
            throw new IllegalArgumentException("baseline: " + baseline + " is not one of the arms");
        }
    }
}
