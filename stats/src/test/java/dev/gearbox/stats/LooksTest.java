package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LooksTest {
    private static final Looks FULL = Looks.obrienFleming(5, 10, 15, 20);

    @Test
    void theFullRun() {
        double[] p = FULL.thresholds();
        assertThat(p[0]).isEqualTo(0.00005, within(5e-6));
        assertThat(p[1]).isEqualTo(0.0042, within(5e-5));
        assertThat(p[2]).isEqualTo(0.0194, within(5e-5));
        assertThat(p[3]).isEqualTo(0.0430, within(1e-4));
    }

    /** The constants of Jennison and Turnbull, Group Sequential Methods, table 2.3, two-sided 5 %: the critical value at the last look. */
    @ParameterizedTest
    @CsvSource({"1, 1.960", "2, 1.977", "3, 2.004", "4, 2.024", "5, 2.040", "10, 2.087"})
    void publishedBounds(int looks, double critical) {
        double[] times = new double[looks];
        Arrays.setAll(times, i -> (i + 1.0) / looks);
        assertThat(ConstantBound.forLevel(times, 0.05)).isEqualTo(critical, within(6e-4));
    }

    @Test
    void spendingEvenlyKeepsTheLevelAndShowsDifferencesEarly() {
        Looks evenly = Looks.of(Spending.EVENLY, 0.05, 3, 4, 5, 6, 8, 10, 12, 15, 18, 22, 27, 33, 40);
        assertThat(evenly.thresholds()[0]).as("all that is spent so far").isEqualTo(0.05 * 3 / 40, within(1e-6));
        assertThat(Arrays.stream(evenly.thresholds()).max().orElseThrow()).isLessThan(0.05);
        assertThat(Looks.of(Spending.LATE, 0.05, 3, 40).thresholds()[0]).isLessThan(1e-10);
        assertThat(Looks.of(Spending.EVENLY, 0.05, 7).thresholds()[0]).isEqualTo(0.05, within(1e-6));
        assertThat(stoppedWithADifference(evenly)).isBetween(0.040, 0.062);
    }

    @Test
    void betweenTwoLooksTheEarlierOneCounts() {
        assertThat(FULL.thresholdAfter(2)).isEqualTo(FULL.thresholds()[0]);
        assertThat(FULL.thresholdAfter(14)).isEqualTo(FULL.thresholds()[1]);
        assertThat(FULL.thresholdAfter(25)).isEqualTo(FULL.thresholds()[3]);
    }

    @Test
    void thresholdsByForks() {
        assertThat(FULL.thresholdAt(20)).hasValue(FULL.thresholds()[3]);
        assertThat(FULL.thresholdAt(12)).isEmpty();
        assertThat(Looks.single(5).thresholdAt(5)).hasValue(0.05);
        assertThat(Looks.obrienFleming(5).thresholds()[0]).isEqualTo(0.05, within(1e-6));
        assertThat(Looks.obrienFleming(5, 10, 15, 20)).isEqualTo(FULL).hasSameHashCodeAs(FULL);
    }

    @Test
    void whatIsNoPlanIsRefused() {
        assertThatThrownBy(() -> Looks.obrienFleming(10, 5)).hasMessageContaining("[10, 5]: increasing counts");
        assertThatThrownBy(() -> Looks.obrienFleming()).hasMessageContaining("none given");
        assertThatThrownBy(() -> Looks.single(1)).hasMessageContaining("2 forks or more");
    }

    /** The bounds are those of normal values, the test is Student's: still all looks together stay near 5 %, and 5 % at each does not. */
    @Test
    void allLooksTogetherKeepTheLevel() {
        double[] naive = new double[4];
        Arrays.fill(naive, 0.05);
        assertThat(stoppedWithADifference(FULL)).isBetween(0.044, 0.062);
        assertThat(stoppedWithADifference(new Looks(FULL.forks(), naive))).isBetween(0.11, 0.15);
    }

    /** With a smaller level for Student's t no plan in use errs more often than in 5 % of the runs, but for chance. */
    @Test
    void plansInUseKeepTheLevelWithFewForks() {
        assertThat(stoppedWithADifference(Looks.student(Spending.LATE, 0.05, 3, 5)))
                .isBetween(0.042, 0.055);
        assertThat(stoppedWithADifference(Looks.student(Spending.LATE, 0.05, 5, 10, 15, 20)))
                .isBetween(0.042, 0.055);
        assertThat(stoppedWithADifference(Looks.student(Spending.EVENLY, 0.05, 3, 4, 5, 6, 8, 10, 12)))
                .isBetween(0.042, 0.055);
        assertThat(Looks.student(Spending.LATE, 0.05, 5)).isEqualTo(Looks.of(Spending.LATE, 0.05, 5));
    }

    @Test
    void unevenlySpacedLooksKeepTheLevelToo() {
        assertThat(stoppedWithADifference(Looks.obrienFleming(10, 12, 30))).isBetween(0.044, 0.062);
    }

    private static double stoppedWithADifference(Looks looks) {
        var normal = ZigguratSampler.NormalizedGaussian.of(SyntheticTrials.random(20261121));
        int[] forks = looks.forks();
        int runs = 8_000;
        int stopped = 0;
        for (int run = 0; run < runs; run++) {
            double[] values = new double[forks[forks.length - 1]];
            Arrays.setAll(values, _ -> normal.sample());
            for (int look : forks) {
                if (Estimate.of(Arrays.copyOf(values, look)).p()
                        < looks.thresholdAt(look).orElseThrow()) {
                    stopped++;
                    break;
                }
            }
        }
        return (double) stopped / runs;
    }
}
