package dev.gearbox.lab;

import org.apache.commons.statistics.distribution.TDistribution;

/** The mean of a few independent figures with its two-sided 95 % interval, after Student. */
record StudentT(double mean, double low, double high) {
    /** @throws IllegalArgumentException for fewer than two figures, of which there is no interval */
    static StudentT of(double... figures) {
        int n = figures.length;
        if (n < 2) {
            throw new IllegalArgumentException("an interval needs two figures, not " + n);
        }
        double sum = 0;
        for (double figure : figures) {
            sum += figure;
        }
        double mean = sum / n;
        double squares = 0;
        for (double figure : figures) {
            squares += (figure - mean) * (figure - mean);
        }
        double error = Math.sqrt(squares / (n - 1) / n);
        double half = TDistribution.of(n - 1.0).inverseCumulativeProbability(0.975) * error;
        return new StudentT(mean, mean - half, mean + half);
    }
}
