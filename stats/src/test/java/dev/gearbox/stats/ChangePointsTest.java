package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.stats.ChangePoints.ChangePoint;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.junit.jupiter.api.Test;

class ChangePointsTest {
    /** A step of 5 % in noise of 2 %, with the settings of the nightly history. */
    @Test
    void aStepIsFoundWhereItIs() {
        int found = 0;
        for (long seed = 0; seed < 200; seed++) {
            double[] series = noise(seed, 100);
            int at = 25 + (int) (seed % 50);
            for (int i = at; i < series.length; i++) {
                series[i] += 0.05;
            }
            List<ChangePoint> changes = ChangePoints.of(series, 0.001, 0.03, 5);
            if (changes.size() == 1 && Math.abs(changes.getFirst().index() - at) <= 10) {
                found++;
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(180);
    }

    @Test
    void noiseHasNoSteps() {
        int falsely = 0;
        int ofAnySize = 0;
        for (long seed = 0; seed < 100; seed++) {
            falsely += ChangePoints.of(noise(seed, 200), 0.001, 0.03, 5).size();
            ofAnySize += ChangePoints.of(noise(seed, 200), 0.001, 0, 5).size();
        }
        assertThat(falsely).as("in 100 series of 200 points").isLessThanOrEqualTo(10);
        assertThat(ofAnySize).as("in 100 series of 200 points, however small").isLessThanOrEqualTo(50);
    }

    /** Over the whole series the levels before and after are the same: the windows find the change. */
    @Test
    void aChangeThatIsUndoneIsTwo() {
        int found = 0;
        for (long seed = 0; seed < 100; seed++) {
            double[] series = noise(seed, 240);
            for (int i = 110; i < 130; i++) {
                series[i] += 0.05;
            }
            List<ChangePoint> changes = ChangePoints.of(series, 0.001, 0.03, 10);
            if (changes.size() == 2
                    && Math.abs(changes.get(0).index() - 110) <= 5
                    && Math.abs(changes.get(1).index() - 130) <= 5) {
                assertThat(changes.get(0).after()).isEqualTo(changes.get(1).before());
                assertThat(changes.get(0).after() - changes.get(0).before()).isEqualTo(0.05, within(0.03));
                found++;
            }
        }
        assertThat(found).isGreaterThanOrEqualTo(90);
    }

    @Test
    void levelsWithoutNoise() {
        double[] series = new double[40];
        Arrays.fill(series, 0, 20, 3.1);
        Arrays.fill(series, 20, 40, 3.3);
        assertThat(ChangePoints.of(series, 0.001, 0, 5)).singleElement().satisfies(change -> {
            assertThat(change.index()).isEqualTo(20);
            assertThat(change.before()).isEqualTo(3.1, within(1e-12));
            assertThat(change.after()).isEqualTo(3.3, within(1e-12));
            assertThat(change.p()).isLessThan(1e-12);
        });
        Arrays.fill(series, 0.1);
        assertThat(ChangePoints.of(series, 0.001, 0, 5)).isEmpty();
        assertThat(ChangePoints.of(new double[0], 0.001, 0, 5)).isEmpty();
    }

    @Test
    void tooSmallOrTooShortIsNotReported() {
        double[] series = new double[60];
        for (int i = 0; i < series.length; i++) {
            series[i] = (i % 2 == 0 ? 0.001 : -0.001) + (i < 30 ? 0 : 0.02);
        }
        assertThat(ChangePoints.of(series, 0.001, 0.01, 5)).hasSize(1);
        assertThat(ChangePoints.of(series, 0.001, 0.03, 5)).isEmpty();
        assertThat(ChangePoints.of(series, 0.001, 0.01, 31)).isEmpty();
    }

    private static double[] noise(long seed, int length) {
        var normal = ZigguratSampler.NormalizedGaussian.of(SyntheticTrials.random(seed));
        double[] series = new double[length];
        Arrays.setAll(series, _ -> 0.02 * normal.sample());
        return series;
    }
}
