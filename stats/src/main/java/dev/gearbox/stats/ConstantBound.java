package dev.gearbox.stats;

/**
 * The bound that a Brownian motion, observed at a few times up to 1, exceeds with a given probability. The bounds of O'Brien and Fleming are of this
 * kind: constant for the sum of the values seen so far, hence wide for the early test statistics.
 *
 * <p>Follows Armitage, McPherson and Rowe (1969): the density of the paths that stayed inside is carried from look to look by numerical integration
 * (Simpson).
 */
final class ConstantBound {
    private static final int INTERVALS = 400;
    private static final double HIGHEST = 10;

    private ConstantBound() {}

    /**
     * @param times increasing, the last one 1
     * @param level the probability to be outside at one or more of the times
     */
    static double forLevel(double[] times, double level) {
        double low = 0;
        double high = HIGHEST;
        for (int i = 0; i < 60; i++) {
            double middle = (low + high) / 2;
            if (1 - inside(times, middle) > level) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return high;
    }

    /** Returns the probability to be within the bound, plus or minus, at all the times. */
    static double inside(double[] times, double bound) {
        int points = INTERVALS + 1;
        double step = 2 * bound / INTERVALS;
        double[] density = new double[points];
        for (int i = 0; i < points; i++) {
            density[i] = gauss(-bound + i * step, times[0]);
        }
        for (int look = 1; look < times.length; look++) {
            // The points are evenly spaced: the step's density depends on the distance only.
            double[] kernel = new double[points];
            for (int i = 0; i < points; i++) {
                kernel[i] = gauss(i * step, times[look] - times[look - 1]);
            }
            double[] next = new double[points];
            for (int to = 0; to < points; to++) {
                double sum = 0;
                for (int from = 0; from < points; from++) {
                    sum += simpson(from) * density[from] * kernel[Math.abs(to - from)];
                }
                next[to] = sum * step / 3;
            }
            density = next;
        }
        double sum = 0;
        for (int i = 0; i < points; i++) {
            sum += simpson(i) * density[i];
        }
        return sum * step / 3;
    }

    private static double simpson(int point) {
        if (point == 0 || point == INTERVALS) {
            return 1;
        }
        return point % 2 == 1 ? 4 : 2;
    }

    private static double gauss(double distance, double variance) {
        return Math.exp(-distance * distance / (2 * variance)) / Math.sqrt(2 * Math.PI * variance);
    }
}
