package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import java.time.Duration;
import java.util.Arrays;

/**
 * Repeats a loop and summarizes its batches: the median, and the interval that contains eight of ten batches. The interval is that of a batch, not of the median: a request
 * pays what the machine charges at that moment.
 */
final class CostSample {
    private static final int LEAST = 12;
    private static final double TAIL = 0.1;
    /** The share of the time in which the compiler does its work. */
    private static final double WARM_UP = 0.35;

    /** One batch. */
    interface CostLoop {
        /** Returns the cost of one operation, in seconds or bytes. */
        double batch() throws Exception;
    }

    private CostSample() {}

    /** Repeats for about this time, and at least a dozen times. */
    static double[] of(Duration time, CostLoop loop) throws Exception {
        long begin = System.nanoTime();
        long warm = (long) (time.toNanos() * WARM_UP);
        do {
            var _ = loop.batch();
        } while (System.nanoTime() - begin < warm);
        double[] costs = new double[LEAST];
        int count = 0;
        while (count < LEAST || System.nanoTime() - begin < time.toNanos()) {
            if (count == costs.length) {
                costs = Arrays.copyOf(costs, 2 * count);
            }
            costs[count] = loop.batch();
            count++;
        }
        return Arrays.copyOf(costs, count);
    }

    /** Returns the median and the interval; what is below 0, as a difference of two measured times may be, counts as 0. */
    static Range range(double[] costs) {
        double[] sorted =
                Arrays.stream(costs).map(cost -> Math.max(0, cost)).sorted().toArray();
        return new Range(quantile(sorted, TAIL), quantile(sorted, 0.5), quantile(sorted, 1 - TAIL));
    }

    /** Returns what is left of a measured sum without its known parts. */
    static Range without(Range sum, Range known) {
        double value = Math.max(0, sum.value() - known.value());
        return new Range(
                Math.min(value, Math.max(0, sum.low() - known.high())),
                value,
                Math.max(value, sum.high() - known.low()));
    }

    static double quantile(double[] sorted, double share) {
        return sorted[(int) Math.round(share * (sorted.length - 1))];
    }
}
