package dev.gearbox.stats;

import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The bounds of a Brownian motion, observed at a few times up to 1, that spend an error probability evenly: up to time t it has left them with
 * probability level × t. Kim and DeMets (1987), power family with exponent 1; the numerical integration is that of {@link ConstantBound}. Compared with
 * constant bounds they decide early more often, and the last look is stricter.
 */
final class SpentBounds {
    private static final int INTERVALS = 400;
    private static final double HIGHEST = 10;
    private static final NormalDistribution NORMAL = NormalDistribution.of(0, 1);

    private SpentBounds() {}

    /**
     * Returns the bound at each time.
     *
     * @param times increasing, the last one 1
     * @param level the probability to be outside at one or more of the times
     */
    static double[] evenly(double[] times, double level) {
        double[] bounds = new double[times.length];
        Inside before = new Inside(new double[] {1}, 0, 0);
        double at = 0;
        for (int look = 0; look < times.length; look++) {
            double spend = level * (times[look] - at);
            double variance = times[look] - at;
            double low = 0;
            double high = HIGHEST;
            for (int i = 0; i < 60; i++) {
                double middle = (low + high) / 2;
                if (before.leaves(middle, variance) > spend) {
                    low = middle;
                } else {
                    high = middle;
                }
            }
            bounds[look] = high;
            before = before.next(high, variance);
            at = times[look];
        }
        return bounds;
    }

    /**
     * The density of the paths that have stayed inside so far, on evenly spaced points.
     *
     * @param weights density times the weight of integration, at each point
     * @param from the first point
     * @param step between points
     */
    @SuppressWarnings("ArrayRecordComponent") // within this class only
    private record Inside(double[] weights, double from, double step) {
        /** Returns the probability that a path that is still inside is outside of this bound after the next step. */
        double leaves(double bound, double variance) {
            double deviation = Math.sqrt(variance);
            double sum = 0;
            for (int i = 0; i < weights.length; i++) {
                double at = from + i * step;
                sum += weights[i]
                        * (NORMAL.survivalProbability((bound - at) / deviation)
                                + NORMAL.cumulativeProbability((-bound - at) / deviation));
            }
            return sum;
        }

        Inside next(double bound, double variance) {
            double width = 2 * bound / INTERVALS;
            double[] next = new double[INTERVALS + 1];
            for (int to = 0; to < next.length; to++) {
                double at = -bound + to * width;
                double sum = 0;
                for (int i = 0; i < weights.length; i++) {
                    double distance = at - (from + i * step);
                    sum += weights[i] * Math.exp(-distance * distance / (2 * variance));
                }
                double simpson = to == 0 || to == INTERVALS ? 1 : to % 2 == 1 ? 4 : 2;
                next[to] = sum / Math.sqrt(2 * Math.PI * variance) * simpson * width / 3;
            }
            return new Inside(next, -bound, width);
        }
    }
}
