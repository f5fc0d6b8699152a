package dev.gearbox.stats;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * The growth rate of something that was read repeatedly over time, and its uncertainty. Consecutive readings are correlated, and treated as
 * independent they would give too narrow an interval. So the mean of each of a few blocks of consecutive readings counts as one observation; a line
 * is fitted to these; and the remaining first-order correlation between adjacent blocks widens the error. Correlation over many blocks, as of a
 * random walk, is covered only in part: the interval is then still too narrow.
 *
 * @param perUnit growth for each unit of time
 * @param standardError of that; infinite for fewer than three blocks
 * @param blocks the number of observations that the line was fitted to
 */
public record Slope(double perUnit, double standardError, int blocks) {
    /** The largest correlation that is estimated from the few residuals of a line. */
    private static final double MOST_CORRELATED = 0.9;

    /**
     * Fits a line.
     *
     * @param times increasing
     * @param values one for each time, finite
     * @param blocks at least three; with fewer readings than that, each reading is a block
     */
    public static Slope of(double[] times, double[] values, int blocks) {
        Preconditions.finite("slope", times);
        Preconditions.finite("slope", values);
        Preconditions.atLeast("slope: blocks", blocks, 3);
        if (times.length != values.length) {
            throw new IllegalArgumentException("slope: " + times.length + " times and " + values.length + " values");
        }
        int n = Math.min(blocks, times.length);
        double[] x = means(times, n);
        double[] y = means(values, n);
        Moments middle = Moments.of(x);
        if (n < 2 || middle.squares() == 0) {
            return new Slope(0, Double.POSITIVE_INFINITY, n);
        }
        double mean = Moments.of(y).mean();
        double products = 0;
        for (int i = 0; i < n; i++) {
            products += (x[i] - middle.mean()) * (y[i] - mean);
        }
        double slope = products / middle.squares();
        if (n < 3) {
            return new Slope(slope, Double.POSITIVE_INFINITY, n);
        }
        double[] residuals = new double[n];
        double squares = 0;
        for (int i = 0; i < n; i++) {
            residuals[i] = y[i] - mean - slope * (x[i] - middle.mean());
            squares += residuals[i] * residuals[i];
        }
        double error = Math.sqrt(squares / (n - 2) / middle.squares());
        return new Slope(slope, error * widening(residuals, squares), n);
    }

    /** Returns the means of {@code count} runs of consecutive values, as equally long as possible. */
    private static double[] means(double[] values, int count) {
        double[] means = new double[count];
        for (int block = 0; block < count; block++) {
            int from = (int) ((long) block * values.length / count);
            int to = (int) ((block + 1L) * values.length / count);
            double sum = 0;
            for (int i = from; i < to; i++) {
                sum += values[i];
            }
            means[block] = sum / (to - from);
        }
        return means;
    }

    /** Returns the factor by which correlated residuals increase the error. A fitted line makes their correlation appear smaller by about two of n. */
    private static double widening(double[] residuals, double squares) {
        if (squares == 0) {
            return 1;
        }
        double neighbours = 0;
        for (int i = 1; i < residuals.length; i++) {
            neighbours += residuals[i - 1] * residuals[i];
        }
        double correlation = Math.clamp(neighbours / squares + 2.0 / residuals.length, 0, MOST_CORRELATED);
        return Math.sqrt((1 + correlation) / (1 - correlation));
    }

    /** Returns the interval of the true slope; from minus to plus infinity for fewer than three blocks. */
    public Interval interval(double confidence) {
        Preconditions.share("confidence", confidence);
        if (blocks < 3) {
            return new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, confidence);
        }
        double half = TDistribution.of(blocks - 2).inverseSurvivalProbability((1 - confidence) / 2) * standardError;
        return new Interval(perUnit - half, perUnit + half, confidence);
    }
}
