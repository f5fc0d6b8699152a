package dev.gearbox.stats;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A comparison of two arms: block by block the log ratio B to A, a trimmed mean for each fork, Student's t over the forks. The two slices of a block
 * are seconds apart, so what the machine does affects both, and cancels in the ratio.
 *
 * <p>Swapping the arms negates every value exactly and mirrors the interval.
 */
public final class PairedBlocks {
    private final double[][] differences;
    private final int[] forks;
    private final int forksGiven;
    private final double dropped;

    private PairedBlocks(double[][] differences, int[] forks, int forksGiven, double dropped) {
        this.differences = differences;
        this.forks = forks;
        this.forksGiven = forksGiven;
        this.dropped = dropped;
    }

    /**
     * Pairs two arms.
     *
     * @param logA the logarithm of the metric of arm A, by fork and block; NaN for a tainted slice, which drops the block for both
     * @param logB the same for arm B, of the same shape
     * @param least a fork with fewer blocks left is dropped
     * @throws IllegalArgumentException if the shapes differ or a value is infinite, such as the logarithm of 0
     */
    public static PairedBlocks of(double[][] logA, double[][] logB, int least) {
        Preconditions.atLeast("least blocks of a fork", least, 1);
        sameLength("forks", logA.length, logB.length);
        List<double[]> differences = new ArrayList<>();
        List<Integer> forks = new ArrayList<>();
        int given = 0;
        int tainted = 0;
        for (int fork = 0; fork < logA.length; fork++) {
            double[] left = difference(fork, logA[fork], logB[fork]);
            given += logA[fork].length;
            tainted += logA[fork].length - left.length;
            if (left.length >= least) {
                differences.add(left);
                forks.add(fork);
            }
        }
        return new PairedBlocks(
                differences.toArray(double[][]::new),
                forks.stream().mapToInt(Integer::intValue).toArray(),
                logA.length,
                given == 0 ? 0 : (double) tainted / given);
    }

    /** Returns {@link #of(double[][], double[][], int)} with half of the longest fork's blocks as the least. */
    public static PairedBlocks of(double[][] logA, double[][] logB) {
        int most = Arrays.stream(logA).mapToInt(blocks -> blocks.length).max().orElse(0);
        return of(logA, logB, Math.max(1, (most + 1) / 2));
    }

    /** Returns the values of the forks that were kept, in one call: see {@link #of(double[][], double[][])}. */
    public static double[] perFork(double[][] logA, double[][] logB) {
        return of(logA, logB).perFork();
    }

    /** Returns for each fork that was kept the 20 % trimmed mean of its log ratios B to A. */
    public double[] perFork() {
        return Arrays.stream(differences)
                .mapToDouble(blocks -> TrimmedMean.of(blocks, TrimmedMean.SHARE))
                .toArray();
    }

    /** Returns the numbers of the forks that were kept, from 0. */
    public int[] forks() {
        return forks.clone();
    }

    /** Returns how many forks were dropped for lack of blocks. */
    public int forksDropped() {
        return forksGiven - forks.length;
    }

    /** Returns the share of all blocks that were dropped because a slice was tainted, 0 to 1. */
    public double taintShare() {
        return dropped;
    }

    /** Returns Student's t over {@link #perFork()}, log ratio B to A. */
    public Estimate estimate() {
        return Estimate.of(perFork());
    }

    /** Returns the spread between forks and within them, for the power of the next run. */
    public VarianceComponents components() {
        return VarianceComponents.of(differences);
    }

    private static double[] difference(int fork, double[] a, double[] b) {
        sameLength("blocks of fork " + fork, a.length, b.length);
        double[] left = new double[a.length];
        int count = 0;
        for (int block = 0; block < a.length; block++) {
            if (Double.isInfinite(a[block]) || Double.isInfinite(b[block])) {
                throw new IllegalArgumentException("fork " + fork + ", block " + block
                        + ": infinite, as the logarithm of 0 is. Mark what cannot be compared as NaN");
            }
            if (!Double.isNaN(a[block]) && !Double.isNaN(b[block])) {
                left[count++] = b[block] - a[block];
            }
        }
        return Arrays.copyOf(left, count);
    }

    private static void sameLength(String what, int a, int b) {
        if (a != b) {
            throw new IllegalArgumentException(what + ": " + a + " of arm A and " + b + " of arm B: pairs need both");
        }
    }
}
