package dev.gearbox.lab;

import dev.gearbox.evidence.analysis.Metric;
import java.util.List;

/**
 * Which subjects a study chooses between, and by what: its runs then end with a sentence that answers its question.
 *
 * @param except subjects that are a bound and no choice
 * @param by the metrics whose tables count, the most important first
 */
public record StudyChoice(List<String> except, List<Metric> by) {
    /** Copies the lists. */
    public StudyChoice {
        except = List.copyOf(except);
        by = List.copyOf(by);
        if (by.isEmpty()) {
            throw new IllegalArgumentException("by: names at least one metric");
        }
    }
}
