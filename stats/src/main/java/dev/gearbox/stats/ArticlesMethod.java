package dev.gearbox.stats;

import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.statistics.inference.DataDispersion;
import org.apache.commons.statistics.inference.TTest;

/**
 * The method of most articles, applied to two equal arms: all of A, then all of B, then their means are compared. On a machine whose level drifts,
 * the two halves of the run differ, and the difference is attributed to the arms. The same slices in random pairs keep the test's error rate.
 *
 * @param slices of each arm
 * @param levelSd of the machine's level, log scale
 * @param levelCorrelation of the level from one slice to the next, 0 to below 1
 */
public record ArticlesMethod(int slices, double levelSd, double levelCorrelation) {
    public ArticlesMethod {
        Preconditions.atLeast("slices", slices, 2);
        Preconditions.notNegative("level SD", levelSd);
        if (!(levelCorrelation >= 0 && levelCorrelation < 1)) {
            throw new IllegalArgumentException("correlation: " + levelCorrelation + " is out of range: 0 to below 1");
        }
    }

    /** The values seen on the shared two-core machine on which the lab was developed: 24 slices of each arm, SD 0.4, correlation 0.8. */
    public static final ArticlesMethod AS_OBSERVED = new ArticlesMethod(24, 0.4, 0.8);

    /**
     * The share of the runs in which equal arms were declared different, 0 to 1.
     *
     * @param byMeans A then B; the means differ by more than the threshold, no test
     * @param byWelch A then B; Welch's t test at 5 % over all slices as if they were independent
     * @param byPairs the same slices as pairs in random order; t test at 5 % over the pairs
     */
    public record FalseDifferences(double byMeans, double byWelch, double byPairs) {}

    /**
     * Simulates A/A runs and counts the false differences.
     *
     * @param runs the number of A/A runs
     * @param threshold the ratio of means that an article would call a difference, such as 0.05 for 5 %
     */
    public FalseDifferences falseDifferences(int runs, double threshold, long seed) {
        Preconditions.atLeast("runs", runs, 1);
        Preconditions.notNegative("threshold", threshold);
        var random = SyntheticTrials.random(seed);
        var welch = TTest.withDefaults().with(DataDispersion.HETEROSCEDASTIC);
        int means = 0;
        int tests = 0;
        int pairs = 0;
        for (int run = 0; run < runs; run++) {
            double[] level = level(random);
            double[] a = new double[slices];
            double[] b = new double[slices];
            double[] differences = new double[slices];
            for (int i = 0; i < slices; i++) {
                a[i] = level[i];
                b[i] = level[slices + i];
                double step = level[2 * i + 1] - level[2 * i];
                differences[i] = random.nextBoolean() ? step : -step;
            }
            double difference = Moments.of(b).mean() - Moments.of(a).mean();
            if (Math.abs(difference) > Math.log1p(threshold)) {
                means++;
            }
            if (welch.test(a, b).getPValue() < 0.05) {
                tests++;
            }
            if (Estimate.of(differences).p() < 0.05) {
                pairs++;
            }
        }
        return new FalseDifferences((double) means / runs, (double) tests / runs, (double) pairs / runs);
    }

    private double[] level(UniformRandomProvider random) {
        var normal = ZigguratSampler.NormalizedGaussian.of(random);
        double[] level = new double[2 * slices];
        level[0] = levelSd * normal.sample();
        for (int i = 1; i < level.length; i++) {
            level[i] = SyntheticTrials.nextLevel(level[i - 1], levelCorrelation, levelSd, normal);
        }
        return level;
    }
}
