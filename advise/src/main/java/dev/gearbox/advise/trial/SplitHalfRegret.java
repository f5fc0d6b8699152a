package dev.gearbox.advise.trial;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The regret of an advice: the measured cost of the advised engine against that of the best one, as a share (0.05: 5 % more).
 *
 * <p>The best of many measured engines is partly the one that was measured at the best moments, so its own measurements make every advice look worse than it is. Here the best engine is chosen by one half
 * of the forks and measured by the other half, and the other way round. Each fork gives one value, the logarithm of a ratio; the interval is Student's t over forks.
 */
public final class SplitHalfRegret {
    private static final double CONFIDENCE = 0.95;
    private static final int FEWEST = 4;

    private SplitHalfRegret() {}

    /**
     * Returns the regret; it is negative where the engine that was chosen as the best turns out dearer.
     *
     * @param costs of each engine in each fork, above zero; an engine that lacks a fork (NaN) takes no part
     * @param advised one of them
     * @return empty if the advised engine lacks a fork, or there are fewer than four forks, two in each half
     */
    public static Optional<Figure> of(Map<String, double[]> costs, String advised) {
        double[] own = costs.get(advised);
        if (own == null || own.length < FEWEST || !complete(own, own.length)) {
            return Optional.empty();
        }
        List<double[]> engines = costs.values().stream()
                .filter(values -> complete(values, own.length))
                .toList();
        List<Double> regrets = new ArrayList<>();
        for (int half = 0; half < 2; half++) {
            double[] best = best(engines, 1 - half);
            for (int fork = half; fork < own.length; fork += 2) {
                regrets.add(Math.log(own[fork]) - Math.log(best[fork]));
            }
        }
        Estimate estimate =
                Estimate.of(regrets.stream().mapToDouble(Double::doubleValue).toArray());
        Interval interval = estimate.interval(CONFIDENCE);
        return Optional.of(new Figure(
                Math.expm1(estimate.mean()), Math.expm1(interval.low()), Math.expm1(interval.high()), estimate.n()));
    }

    /** The engine with the least geometric mean over the forks of a half: every second one. */
    private static double[] best(List<double[]> engines, int half) {
        double[] best = engines.getFirst();
        double least = Double.POSITIVE_INFINITY;
        for (double[] engine : engines) {
            double sum = 0;
            for (int fork = half; fork < engine.length; fork += 2) {
                sum += Math.log(engine[fork]);
            }
            if (sum < least) {
                least = sum;
                best = engine;
            }
        }
        return best;
    }

    private static boolean complete(double[] values, int forks) {
        return values.length == forks && Arrays.stream(values).allMatch(value -> value > 0);
    }
}
