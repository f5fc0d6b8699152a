package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Experiment;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The findings derived from an experiment's evidence: rankings with intervals and verdicts, and whether they are valid. A pure function of the files.
 *
 * @param experiment what was measured
 * @param quality whether the run supports conclusions
 * @param rankings one ranking for each known metric
 * @param unfit the metrics without a verdict because of the generator or the host
 */
public record Findings(
        Experiment experiment, Quality quality, Map<Metric, Ranking> rankings, Map<Metric, Unfit> unfit) {
    /**
     * The reason why a metric has no verdict.
     *
     * @param why the reason
     * @param lack what would help
     */
    public record Unfit(String why, Lack lack) {
        /** Returns whether measuring again on this machine would not help. */
        public boolean overloaded() {
            return lack == Lack.GENERATOR || lack == Lack.CORES;
        }

        /** Returns whether measuring again may help. */
        public boolean disturbed() {
            return lack == Lack.QUIET || lack == Lack.OWN_CORE;
        }
    }

    /** What a metric without a verdict lacks. */
    public enum Lack {
        /** A machine that other programs disturb less. */
        QUIET,
        /** A core of its own for the load, or a quieter machine: the generator was late on the cores that it shares with the arms. */
        OWN_CORE,
        /** A generator with spare capacity. */
        GENERATOR,
        /** An A/A in the placement, because the arms and the load share cores. */
        CONTROL,
        /** Cores of its own for the load: in the placement's A/A, the times of equal arms had no verdict either. */
        CORES
    }

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

    /** Returns the ranking by a metric, if it is known for at least one arm. */
    public Optional<Ranking> by(Metric metric) {
        return Optional.ofNullable(rankings.get(metric));
    }
}
