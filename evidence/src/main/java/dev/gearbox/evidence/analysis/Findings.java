package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Experiment;
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
 * @param unfit the metrics that carry no verdict for the generator's or the host's sake
 */
public record Findings(
        Experiment experiment, Quality quality, Map<Metric, Ranking> rankings, Map<Metric, Unfit> unfit) {
    /**
     * Why a metric carries no verdict.
     *
     * @param why in words
     * @param overloaded the load was too much for the generator of this machine: another try would not help
     */
    public record Unfit(String why, boolean overloaded) {}

    /** Copies the maps. */
    public Findings {
        rankings = copy(rankings);
        unfit = copy(unfit);
    }

    private static <T> Map<Metric, T> copy(Map<Metric, T> map) {
        Map<Metric, T> copy = new EnumMap<>(Metric.class);
        copy.putAll(map);
        return Collections.unmodifiableMap(copy);
    }

    /** The ranking by a metric, if it is known for at least one arm. */
    public Optional<Ranking> by(Metric metric) {
        return Optional.ofNullable(rankings.get(metric));
    }
}
