package dev.gearbox.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The spread between forks and within them: more blocks reduce only the second. Standard deviations, in the unit of the values (log ratios).
 *
 * @param betweenForks of the forks' true values; NaN for fewer than two forks, 0 if blocks explain all of the spread
 * @param withinForks of one block, as it affects the trimmed mean: the error of a fork's trimmed mean times the root of its blocks. For normal noise
 *     about 7 % above the plain standard deviation; with disturbed blocks far below it, since those are trimmed. 0 if no fork had enough blocks
 * @param blocks of a fork, the harmonic mean; 0 if there are no forks
 */
public record VarianceComponents(double betweenForks, double withinForks, double blocks) {
    public VarianceComponents {
        if (!Double.isNaN(betweenForks)) {
            Preconditions.notNegative("between forks", betweenForks);
        }
        Preconditions.notNegative("within forks", withinForks);
        Preconditions.notNegative("blocks", blocks);
    }

    /**
     * Splits the variance of the forks' trimmed means: what their own blocks do not explain is between forks.
     *
     * @param forksOfBlocks the log ratios of the blocks, by fork; NaN for a tainted block. A fork without blocks is left out
     */
    public static VarianceComponents of(double[][] forksOfBlocks) {
        List<double[]> forks = new ArrayList<>();
        for (double[] fork : forksOfBlocks) {
            double[] left =
                    Arrays.stream(fork).filter(value -> !Double.isNaN(value)).toArray();
            if (left.length > 0) {
                forks.add(left);
            }
        }
        double errors = 0;
        double blockVariances = 0;
        int told = 0;
        double inverseBlocks = 0;
        double[] means = new double[forks.size()];
        for (int i = 0; i < means.length; i++) {
            double[] fork = forks.get(i);
            means[i] = TrimmedMean.of(fork, TrimmedMean.SHARE);
            inverseBlocks += 1.0 / fork.length;
            double error = TrimmedMean.squaredError(fork, TrimmedMean.SHARE);
            if (!Double.isNaN(error)) {
                errors += error;
                blockVariances += error * fork.length;
                told++;
            }
        }
        double within = told == 0 ? 0 : blockVariances / told;
        double explained = told == 0 ? 0 : errors / told;
        double between = Moments.of(means).variance() - explained;
        return new VarianceComponents(
                Double.isNaN(between) ? Double.NaN : Math.sqrt(Math.max(0, between)),
                Math.sqrt(within),
                means.length == 0 ? 0 : means.length / inverseBlocks);
    }

    /** Returns the standard deviation of one fork's value with this number of blocks. */
    double ofFork(int blockCount) {
        return Math.sqrt(betweenForks * betweenForks + withinForks * withinForks / blockCount);
    }
}
