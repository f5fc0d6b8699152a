package dev.gearbox.evidence;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What follows from an experiment's evidence: rankings with intervals and verdicts, and whether they may be believed.
 * A pure function of the files.
 *
 * @param experiment what was measured
 * @param quality whether it is fit to say anything
 * @param rankings by each metric that is known
 */
public record Findings(Experiment experiment, Quality quality, Map<Metric, Ranking> rankings) {
    /** Copies the map. */
    public Findings {
        Map<Metric, Ranking> copy = new EnumMap<>(Metric.class);
        copy.putAll(rankings);
        rankings = Collections.unmodifiableMap(copy);
    }

    /** The ranking by a metric, if it is known for at least one arm. */
    public Optional<Ranking> by(Metric metric) {
        return Optional.ofNullable(rankings.get(metric));
    }
}
