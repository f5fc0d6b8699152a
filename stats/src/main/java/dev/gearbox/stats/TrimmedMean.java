package dev.gearbox.stats;

import java.util.Arrays;

/**
 * The mean without the smallest and the largest values. One value for a fork from its blocks: with a tenth of the blocks disturbed it needs far fewer
 * forks than the plain mean, and unlike the median it stays close to the mean's precision when nothing is disturbed.
 */
public final class TrimmedMean {
    /** The share trimmed from each side of the blocks of a fork. */
    public static final double SHARE = 0.2;

    private TrimmedMean() {}

    /**
     * Returns the mean without the outermost values.
     *
     * @param values finite numbers in any order; not changed
     * @param shareEachSide from 0, the plain mean, to below 0.5; the count trimmed is rounded down
     * @return NaN if there are no values. Exactly the negative if all values are negated
     */
    public static double of(double[] values, double shareEachSide) {
        Preconditions.finite("trimmed mean", values);
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int off = cut(sorted.length, shareEachSide);
        // Summed from the outside in, by pairs: so the order of the additions is the same when the labels are swapped.
        double sum = 0;
        int low = off;
        int high = sorted.length - 1 - off;
        for (; low < high; low++, high--) {
            sum += sorted[low] + sorted[high];
        }
        if (low == high) {
            sum += sorted[low];
        }
        return sum / (sorted.length - 2 * off);
    }

    /**
     * Returns the square of the standard error of the trimmed mean, after Yuen: from the winsorized values, where trimmed values count as the
     * outermost values that are left.
     *
     * @return NaN if fewer than two values are left after trimming
     */
    static double squaredError(double[] values, double shareEachSide) {
        double[] winsorized = values.clone();
        Arrays.sort(winsorized);
        int n = winsorized.length;
        int off = cut(n, shareEachSide);
        int left = n - 2 * off;
        if (left < 2) {
            return Double.NaN;
        }
        Arrays.fill(winsorized, 0, off, winsorized[off]);
        Arrays.fill(winsorized, n - off, n, winsorized[n - 1 - off]);
        return Moments.of(winsorized).squares() / ((double) left * (left - 1));
    }

    private static int cut(int n, double shareEachSide) {
        if (!(shareEachSide >= 0 && shareEachSide < 0.5)) {
            throw new IllegalArgumentException(
                    "share each side: " + shareEachSide + " is out of range: 0 to below 0.5");
        }
        // 0.29 * 100 is 28.999...: a share that means 29 must not become 28.
        return (int) Math.floor(n * shareEachSide + 1e-9);
    }
}
