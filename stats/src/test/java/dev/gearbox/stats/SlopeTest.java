package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class SlopeTest {
    private static final int READINGS = 96;
    private static final int BLOCKS = 12;
    private static final int RUNS = 2_000;

    private static final double[] TIMES =
            IntStream.range(0, READINGS).mapToDouble(i -> i).toArray();

    @Test
    void a_line_is_found_and_leaves_no_doubt() {
        double[] line = Arrays.stream(TIMES).map(time -> 7 - 3 * time).toArray();
        Slope slope = Slope.of(TIMES, line, BLOCKS);
        assertThat(slope.perUnit()).isCloseTo(-3, within(1e-9));
        assertThat(slope.interval(0.95).halfWidth()).isCloseTo(0, within(1e-9));
        assertThat(slope.blocks()).isEqualTo(BLOCKS);
    }

    @Test
    void what_does_not_change_has_no_slope() {
        Slope slope = Slope.of(TIMES, new double[READINGS], BLOCKS);
        assertThat(slope.interval(0.95)).isEqualTo(new Interval(0, 0, 0.95));
    }

    @Test
    void two_readings_say_nothing() {
        Slope slope = Slope.of(new double[] {0, 1}, new double[] {0, 5}, 3);
        assertThat(slope.interval(0.95).low()).isEqualTo(Double.NEGATIVE_INFINITY);
        assertThat(slope.interval(0.95).high()).isEqualTo(Double.POSITIVE_INFINITY);
    }

    /** The share of runs whose interval contains the true slope, where each reading inherits {@code carried} of the last one's error. */
    private static double coverage(double carried) {
        SplittableRandom random = new SplittableRandom(5);
        int held = 0;
        for (int run = 0; run < RUNS; run++) {
            double[] values = new double[READINGS];
            double error = random.nextGaussian() / Math.sqrt(1 - carried * carried);
            for (int i = 0; i < READINGS; i++) {
                values[i] = 0.01 * i + error;
                error = carried * error + random.nextGaussian();
            }
            if (Slope.of(TIMES, values, BLOCKS).interval(0.95).contains(0.01)) {
                held++;
            }
        }
        return (double) held / RUNS;
    }

    @Test
    void its_interval_holds_the_true_slope_as_often_as_it_says() {
        assertThat(coverage(0)).isBetween(0.94, 0.995);
        assertThat(coverage(0.5)).isBetween(0.93, 0.995);
        assertThat(coverage(0.8)).isBetween(0.90, 0.99);
    }
}
