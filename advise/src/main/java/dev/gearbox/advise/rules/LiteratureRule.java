package dev.gearbox.advise.rules;

import dev.gearbox.advise.DescribedWorkload;
import java.util.Map;
import java.util.Optional;

/**
 * A rule of thumb with the workloads that it is about.
 *
 * @param id as in the catalogue of claims: rule-1
 * @param statement in a line
 * @param recommends the name of an engine; empty if it recommends none
 * @param applies bounds of the workload; all must hold
 */
public record LiteratureRule(
        String id, String statement, Optional<String> recommends, Map<RuleFigure, Bounds> applies) {
    /** Copies the map; a rule without bounds would apply to everything. */
    public LiteratureRule {
        applies = Map.copyOf(applies);
        if (applies.isEmpty()) {
            throw new IllegalArgumentException("applies: has no bounds");
        }
    }

    /**
     * Both ends belong to it.
     *
     * @param from the least; empty: any
     * @param to the most; empty: any
     */
    public record Bounds(Optional<Double> from, Optional<Double> to) {
        public Bounds {
            if (from.isEmpty() && to.isEmpty()) {
                throw new IllegalArgumentException("from: and to: are both missing");
            }
        }

        boolean contains(double value) {
            return value >= from.orElse(Double.NEGATIVE_INFINITY) && value <= to.orElse(Double.POSITIVE_INFINITY);
        }
    }

    /** Returns whether the rule is about such a workload. */
    public boolean appliesTo(DescribedWorkload workload) {
        return applies.entrySet().stream()
                .allMatch(bound -> bound.getValue().contains(bound.getKey().of(workload)));
    }
}
