package dev.gearbox.studies.fanoutgateway.sizing;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.theory.PoolSizing;

/**
 * The size of a pool by the rule: cores × utilisation × (1 + wait / compute), for cores that are busy all the time. Its interval is that of the measured
 * processor time; the wait and the cores are known.
 *
 * @param cores that the pool may use
 * @param waitSeconds for which a request holds threads of the pool while services wait, together
 * @param computeSeconds processor time of a request
 */
public record RuleSize(int cores, double waitSeconds, Figure computeSeconds) {
    private static final double UTILISATION = 1;

    /** Returns the number of threads: the more a request computes, the fewer. */
    public Figure threads() {
        return computeSeconds.bounded() && computeSeconds.low() > 0
                ? new Figure(
                        threads(computeSeconds.value()),
                        threads(computeSeconds.high()),
                        threads(computeSeconds.low()),
                        computeSeconds.forks())
                : new Figure(
                        threads(computeSeconds.value()),
                        Double.NEGATIVE_INFINITY,
                        Double.POSITIVE_INFINITY,
                        computeSeconds.forks());
    }

    private double threads(double compute) {
        return PoolSizing.threads(cores, UTILISATION, waitSeconds, compute);
    }
}
