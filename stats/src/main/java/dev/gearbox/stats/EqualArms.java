package dev.gearbox.stats;

import org.apache.commons.rng.sampling.PermutationSampler;

/**
 * Tests the analysis on equal arms: a test at 5 % must declare a difference in 5 % of such runs, not more and hardly less. Fewer would be a defect as
 * well: the intervals would be wider than stated.
 */
public final class EqualArms {
    private EqualArms() {}

    /**
     * Simulates runs and sends them through the real analysis: pairs, trimmed means, t, finding.
     *
     * @param trials two or more arms; the first two are compared
     * @param runs the number of runs
     * @param alpha of each test, such as 0.05
     * @return the number of runs that declared a difference between the first two arms. With equal arms {@code alpha} of them are expected: of 2,000
     *     runs at 5 %, between 75 and 126 in 99 of 100 cases. With unequal arms it is the power
     */
    public static int declaredDifferent(SyntheticTrials trials, int runs, double alpha, long seed) {
        Preconditions.atLeast("arms", trials.effects().size(), 2);
        var random = SyntheticTrials.random(seed);
        int declared = 0;
        for (int run = 0; run < runs; run++) {
            double[][][] arms = trials.draw(random);
            Estimate estimate = PairedBlocks.of(arms[0], arms[1]).estimate();
            if (isDifference(Finding.of(estimate, 0, alpha))) {
                declared++;
            }
        }
        return declared;
    }

    /**
     * As above, with measured values: the forks of many runs in which an arm ran beside a second copy of itself. Each repetition takes some of them
     * and swaps the labels of each at random.
     *
     * @param pool log ratios of equal arms, one for each fork
     * @param forks the number of forks of a run
     * @param repetitions the number of runs
     * @return the share of the runs that declared a difference, 0 to 1
     */
    public static double shareDifferent(double[] pool, int forks, int repetitions, double alpha, long seed) {
        Preconditions.atLeast("repetitions", repetitions, 1);
        Preconditions.atLeast("forks", forks, 2);
        Preconditions.atLeast("forks in the pool", pool.length, forks);
        var random = SyntheticTrials.random(seed);
        int declared = 0;
        for (int repetition = 0; repetition < repetitions; repetition++) {
            int[] order = PermutationSampler.natural(pool.length);
            PermutationSampler.shuffle(random, order);
            double[] values = new double[forks];
            for (int i = 0; i < forks; i++) {
                values[i] = random.nextBoolean() ? pool[order[i]] : -pool[order[i]];
            }
            if (isDifference(Finding.of(Estimate.of(values), 0, alpha))) {
                declared++;
            }
        }
        return (double) declared / repetitions;
    }

    private static boolean isDifference(Finding finding) {
        return finding == Finding.LOWER || finding == Finding.HIGHER;
    }
}
