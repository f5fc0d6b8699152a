package dev.gearbox.stats;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.NormalizedGaussianSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * Simulated runs with a known truth: log values by arm, fork and block, drawn from a seed. They go through the same analysis as measured ones, and
 * its results can be compared with the truth.
 *
 * <p>The value of an arm in a block is its true effect, plus what this fork happens to add to this arm, plus the block's own noise, plus the level of
 * the machine. The level is shared by all arms of a block and is correlated from block to block (AR(1)): pairing removes it. The two standard
 * deviations named first are those of the <em>difference of two arms</em>, since that is what the analysis sees and what {@link VarianceComponents}
 * reports; each arm has its share of them.
 *
 * @param forks of a run
 * @param blocks of a fork
 * @param forkSd between forks, of the difference of two arms
 * @param blockSd between the blocks of a fork, of the difference of two arms
 * @param levelSd of the machine's level
 * @param levelCorrelation of the level from one block to the next, 0 to below 1
 * @param disturbed the share of blocks whose noise is larger, 0 to 1
 * @param disturbance how many times larger
 * @param effects the true log value of each arm
 */
public record SyntheticTrials(
        int forks,
        int blocks,
        double forkSd,
        double blockSd,
        double levelSd,
        double levelCorrelation,
        double disturbed,
        double disturbance,
        List<Double> effects) {
    public SyntheticTrials {
        Preconditions.atLeast("forks", forks, 1);
        Preconditions.atLeast("blocks", blocks, 1);
        Preconditions.notNegative("fork SD", forkSd);
        Preconditions.notNegative("block SD", blockSd);
        Preconditions.notNegative("level SD", levelSd);
        Preconditions.notNegative("disturbance", disturbance);
        if (!(levelCorrelation >= 0 && levelCorrelation < 1)) {
            throw new IllegalArgumentException("correlation: " + levelCorrelation + " is out of range: 0 to below 1");
        }
        if (!(disturbed >= 0 && disturbed <= 1)) {
            throw new IllegalArgumentException("disturbed share: " + disturbed + " is out of range: 0 to 1");
        }
        effects = List.copyOf(effects);
        Preconditions.atLeast("arms", effects.size(), 1);
    }

    /** Returns two equal arms on a quiet machine: an A/A run. */
    public static SyntheticTrials equalArms(int forks, int blocks, double forkSd, double blockSd) {
        return new SyntheticTrials(forks, blocks, forkSd, blockSd, 0, 0, 0, 1, Collections.nCopies(2, 0.0));
    }

    /** Returns a copy with a drifting level of the machine. */
    public SyntheticTrials withLevel(double sd, double correlation) {
        return new SyntheticTrials(forks, blocks, forkSd, blockSd, sd, correlation, disturbed, disturbance, effects);
    }

    /** Returns a copy with a share of blocks whose noise is so many times larger, such as 0.1 and 6. */
    public SyntheticTrials withDisturbed(double share, double times) {
        return new SyntheticTrials(forks, blocks, forkSd, blockSd, levelSd, levelCorrelation, share, times, effects);
    }

    /** Returns a copy with these arms, by their true log values. */
    public SyntheticTrials withEffects(double... perArm) {
        List<Double> list = Arrays.stream(perArm).boxed().toList();
        return new SyntheticTrials(
                forks, blocks, forkSd, blockSd, levelSd, levelCorrelation, disturbed, disturbance, list);
    }

    /** Returns one run: log values by arm, fork and block. The same seed gives the same run. */
    public double[][][] draw(long seed) {
        return draw(random(seed));
    }

    double[][][] draw(UniformRandomProvider random) {
        var normal = ZigguratSampler.NormalizedGaussian.of(random);
        int arms = effects.size();
        double[][][] values = new double[arms][forks][blocks];
        // Two arms, each with half of the variance, differ by the whole of it.
        double half = Math.sqrt(0.5);
        for (int fork = 0; fork < forks; fork++) {
            double[] ofFork = new double[arms];
            for (int arm = 0; arm < arms; arm++) {
                ofFork[arm] = effects.get(arm) + half * forkSd * normal.sample();
            }
            double level = levelSd * normal.sample();
            for (int block = 0; block < blocks; block++) {
                double noise = half * blockSd * (random.nextDouble() < disturbed ? disturbance : 1);
                for (int arm = 0; arm < arms; arm++) {
                    values[arm][fork][block] = ofFork[arm] + level + noise * normal.sample();
                }
                level = nextLevel(level, levelCorrelation, levelSd, normal);
            }
        }
        return values;
    }

    /** Returns one step of an AR(1) process that keeps its standard deviation. */
    static double nextLevel(double level, double correlation, double sd, NormalizedGaussianSampler normal) {
        return correlation * level + sd * Math.sqrt(1 - correlation * correlation) * normal.sample();
    }

    /** Returns the random generator that this module uses. */
    static UniformRandomProvider random(long seed) {
        return RandomSource.XO_RO_SHI_RO_128_PP.create(seed);
    }
}
