package dev.gearbox.advise.map;

import dev.gearbox.advise.DescribedWorkload;
import java.util.List;

/**
 * A point of the map.
 *
 * @param workload the question
 * @param best names of the engines of which none is clearly better than another, the recommended one first; empty: no engine carries the workload
 * @param rules of the literature that are about such a workload
 */
public record Region(DescribedWorkload workload, List<String> best, List<MarkedRule> rules) {
    /** Copies the lists. */
    public Region {
        best = List.copyOf(best);
        rules = List.copyOf(rules);
    }

    /**
     * A rule of the literature at a point.
     *
     * @param id such as rule-1
     * @param agreement with the prediction
     */
    public record MarkedRule(String id, Agreement agreement) {}

    /** Whether a rule agrees with the prediction. */
    public enum Agreement {
        /** The engine that it recommends is among the best. */
        AGREES,
        /** It is not. */
        DIFFERS,
        /** The rule recommends no engine, or there is none. */
        OPEN
    }

    /** Returns whether some engine carries the workload. */
    public boolean possible() {
        return !best.isEmpty();
    }

    /** Returns whether several engines are equal by prediction. */
    public boolean noDifference() {
        return best.size() > 1;
    }
}
