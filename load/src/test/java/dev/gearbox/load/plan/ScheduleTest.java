package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScheduleTest {
    private static final long SEED = 20_261_121;
    private static final int COUNT = 20_000;

    private static long[] poisson(double perSecond) {
        return Schedule.times(new Arrivals.Poisson(perSecond, 1), SEED, COUNT);
    }

    private static double[] gaps(long[] times) {
        return IntStream.range(1, times.length)
                .mapToDouble(i -> times[i] - times[i - 1])
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.1, 50, 5_000, 1_000_000, 10_000_000})
    void timesIncreaseStrictlyAndKeepTheRate(double perSecond) {
        long[] constant = Schedule.times(new Arrivals.Constant(perSecond, 1), SEED, COUNT);
        assertThat(Arrays.stream(gaps(constant)).min().orElseThrow()).isGreaterThanOrEqualTo(1);
        assertThat(constant[COUNT - 1]).isEqualTo(Math.round(COUNT * 1e9 / perSecond));

        long[] poisson = poisson(perSecond);
        assertThat(Arrays.stream(gaps(poisson)).min().orElseThrow()).isGreaterThanOrEqualTo(1);
        // The sum of n exponential gaps has a relative deviation of 1/sqrt(n); four of them.
        assertThat(poisson[COUNT - 1] * perSecond / 1e9 / COUNT)
                .as("seed %d", SEED)
                .isCloseTo(1, within(4 / Math.sqrt(COUNT)));
    }

    @Test
    void burstsComeAtOnceAndKeepTheRate() {
        int size = 20;
        long[] times = Schedule.times(new Arrivals.Bursts(1_000, size, 1), SEED, COUNT);
        for (int burst = 0; burst < COUNT; burst += size) {
            assertThat(times[burst + size - 1] - times[burst]).isEqualTo(size - 1);
        }
        // As many exponential gaps as bursts.
        assertThat(times[COUNT - 1] * 1_000 / 1e9 / COUNT)
                .as("seed %d", SEED)
                .isCloseTo(1, within(4 / Math.sqrt((double) COUNT / size)));
        assertThat(Schedule.times(new Arrivals.Bursts(1_000, 1, 1), SEED, COUNT))
                .isEqualTo(poisson(1_000));
    }

    @Test
    void constantGapsDifferByANanosecondAtMost() {
        double[] gaps = gaps(Schedule.times(new Arrivals.Constant(7_000, 1), SEED, COUNT));
        assertThat(Arrays.stream(gaps).max().orElseThrow()
                        - Arrays.stream(gaps).min().orElseThrow())
                .isLessThanOrEqualTo(1);
    }

    @Test
    void poissonGapsAreExponential() {
        double mean = 1e9 / 5_000;
        var result = KolmogorovSmirnovTest.withDefaults().test(gaps(poisson(5_000)), gap -> 1 - Math.exp(-gap / mean));
        assertThat(result.getPValue()).as("seed %d", SEED).isGreaterThan(0.001);
    }

    /** More sensitive in the tails than Kolmogorov and Smirnov. */
    @Test
    void poissonGapsPassAndersonAndDarling() {
        double[] gaps = gaps(poisson(5_000));
        Arrays.sort(gaps);
        int n = gaps.length;
        double mean = 1e9 / 5_000;
        double sum = 0;
        for (int i = 0; i < n; i++) {
            double below = -Math.expm1(-gaps[i] / mean);
            double logAbove = -gaps[n - 1 - i] / mean;
            sum += (2 * i + 1) * (Math.log(below) + logAbove);
        }
        // The 99.9 % point for a distribution that is fully known.
        assertThat(-n - sum / n).as("A squared, seed %d", SEED).isLessThan(6.0);
    }

    @Test
    void countsInTenMillisecondsVaryAsTheyMust() {
        // Enough bins that the standard error, sqrt(2 / bins), is 0.014.
        int bins = 10_000;
        double[] counts = new double[bins];
        for (long time : Schedule.times(new Arrivals.Poisson(5_000, 1), SEED, 510_000)) {
            int bin = (int) (time / 10_000_000);
            if (bin < bins) {
                counts[bin]++;
            }
        }
        double mean = Arrays.stream(counts).average().orElseThrow();
        double variance =
                Arrays.stream(counts).map(c -> (c - mean) * (c - mean)).sum() / (bins - 1);
        assertThat(variance / mean).as("index of dispersion, seed %d", SEED).isBetween(0.95, 1.05);
    }

    @Test
    void timesDoNotBunchAtMilliseconds() {
        double[] phases = Arrays.stream(poisson(5_000))
                .mapToDouble(time -> time % 1_000_000 / 1e6)
                .toArray();
        var result = KolmogorovSmirnovTest.withDefaults().test(phases, phase -> phase);
        assertThat(result.getPValue()).as("seed %d", SEED).isGreaterThan(0.001);
    }

    @Test
    void theSameSeedGivesTheSameScheduleAndAnotherAnother() {
        assertThat(poisson(5_000)).isEqualTo(poisson(5_000));
        assertThat(Schedule.times(new Arrivals.Poisson(5_000, 1), SEED + 1, COUNT))
                .isNotEqualTo(poisson(5_000));
        // Index i does not depend on how many are requested.
        assertThat(Schedule.times(new Arrivals.Poisson(5_000, 1), SEED, 100))
                .isEqualTo(Arrays.copyOf(poisson(5_000), 100));
    }

    @Test
    void connectionsAreDrawnUniformlyAndLeaveTheTimesAlone() {
        var schedule = Schedule.of(new Arrivals.Poisson(5_000, 10), SEED);
        int[] drawn = new int[10];
        long[] times = new long[COUNT];
        for (int i = 0; i < COUNT; i++) {
            drawn[schedule.connection(10)]++;
            times[i] = schedule.next();
        }
        assertThat(times).isEqualTo(poisson(5_000));
        double expected = COUNT / 10.0;
        double chiSquare = Arrays.stream(drawn)
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
        // The 99.9 % point of chi-square with 9 degrees of freedom.
        assertThat(chiSquare).as("seed %d", SEED).isLessThan(27.88);
    }
}
