package dev.gearbox.bench;

import java.util.Arrays;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A ratio with its 95 % interval: the geometric mean of the ratios of independent pairs, by Student's t on their logarithms.
 *
 * @param value the mean
 * @param low the lower bound
 * @param high the upper bound
 */
record Ratio(double value, double low, double high) {
    private static final double TAIL = 0.025;

    /**
     * Returns the ratio that some pairs show.
     *
     * @param logs the logarithm of the ratio of each, at least two
     */
    static Ratio of(double[] logs) {
        double mean = Arrays.stream(logs).average().orElseThrow();
        double squares =
                Arrays.stream(logs).map(log -> (log - mean) * (log - mean)).sum();
        double error = Math.sqrt(squares / (logs.length - 1) / logs.length);
        double half = TDistribution.of(logs.length - 1).inverseSurvivalProbability(TAIL) * error;
        return new Ratio(Math.exp(mean), Math.exp(mean - half), Math.exp(mean + half));
    }
}
