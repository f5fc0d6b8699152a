package dev.gearbox.stats;

/**
 * Mean and spread of a few numbers, in two passes. Negated numbers give exactly the negative mean and the same spread.
 *
 * @param squares the sum of squared distances from the mean
 */
record Moments(int n, double mean, double squares) {
    static Moments of(double[] values) {
        double sum = 0;
        for (double value : values) {
            sum += value;
        }
        double mean = sum / values.length;
        double squares = 0;
        for (double value : values) {
            squares += (value - mean) * (value - mean);
        }
        return new Moments(values.length, mean, squares);
    }

    /** Returns the unbiased variance; NaN for fewer than two. */
    double variance() {
        return n < 2 ? Double.NaN : squares / (n - 1);
    }
}
