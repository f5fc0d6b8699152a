package dev.gearbox.theory;

import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ToDoubleFunction;

/**
 * Waiting times of random arrivals at several servers, by the recursion of Lindley (one server) and of Kiefer and Wolfowitz (several): a request begins when it
 * has come and the first server is free. It knows nothing of the formulas.
 *
 * @param mean of the waiting time
 * @param error its standard error, from the means of consecutive batches
 */
record RandomWaits(double mean, double error) {
    private static final int BATCHES = 50;
    private static final double WARM_UP = 0.05;

    /** Simulates requests of mean service 1 at so many servers. */
    static RandomWaits simulate(
            long seed, int requests, int servers, double utilisation, ToDoubleFunction<SplittableRandom> service) {
        var random = new SplittableRandom(seed);
        var freeAt = new PriorityQueue<Double>();
        for (int i = 0; i < servers; i++) {
            freeAt.add(0.0);
        }
        int left = (int) (WARM_UP * requests);
        double[] sums = new double[BATCHES];
        double now = 0;
        for (int i = -left; i < requests; i++) {
            now += exponential(random) / (servers * utilisation);
            double begins = Math.max(now, freeAt.remove());
            freeAt.add(begins + service.applyAsDouble(random));
            if (i >= 0) {
                sums[(int) ((long) i * BATCHES / requests)] += begins - now;
            }
        }
        double batch = (double) requests / BATCHES;
        double mean = 0;
        for (double sum : sums) {
            mean += sum / batch / BATCHES;
        }
        double squares = 0;
        for (double sum : sums) {
            squares += Math.pow(sum / batch - mean, 2);
        }
        return new RandomWaits(mean, Math.sqrt(squares / (BATCHES - 1) / BATCHES));
    }

    static double exponential(SplittableRandom random) {
        return -Math.log1p(-random.nextDouble());
    }

    /** A log-normal time of mean 1. */
    static ToDoubleFunction<SplittableRandom> logNormal(double squaredVariation) {
        double variance = Math.log1p(squaredVariation);
        DoubleUnaryOperator ofNormal = normal -> Math.exp(Math.sqrt(variance) * normal - variance / 2);
        return random -> ofNormal.applyAsDouble(random.nextGaussian());
    }

    /** One of two exponential times, of mean 1 together, each kind with half of the work. */
    static ToDoubleFunction<SplittableRandom> hyperExponential(double squaredVariation) {
        double share = (1 + Math.sqrt((squaredVariation - 1) / (squaredVariation + 1))) / 2;
        return random -> exponential(random) / (2 * (random.nextDouble() < share ? share : 1 - share));
    }
}
