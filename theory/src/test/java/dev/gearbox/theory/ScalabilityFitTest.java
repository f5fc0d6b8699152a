package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.gearbox.stats.Interval;
import dev.gearbox.theory.ScalabilityFit.Scatter;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.apache.commons.statistics.distribution.TDistribution;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The fit against what R's package {@code usl} 3.0.4 publishes of its examples: {@code summary} of the SPEC SDM91 benchmark on a SPARCcenter 2000 (README and
 * tests/summary.Rout.save), {@code confint} of the first six points of its ray tracer (tests/confint.Rout.save), and an example of known parameters
 * (tests/coef.Rout.save).
 */
final class ScalabilityFitTest {
    private static final double[] SDM91_LOADS = {1, 18, 36, 72, 108, 144, 216};
    private static final double[] SDM91_THROUGHPUTS = {64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2};
    private static final double[] RAY_LOADS = {1, 4, 8, 12, 16, 20, 24, 28, 32, 48, 64};
    private static final double[] RAY_THROUGHPUTS = {20, 78, 130, 170, 190, 200, 210, 230, 260, 280, 310};

    private static final ScalabilityFit SDM91 = ScalabilityFit.of(SDM91_LOADS, SDM91_THROUGHPUTS, Scatter.ABSOLUTE);

    @Test
    void finds_the_parameters_that_usl_publishes() {
        assertThat(SDM91.law().contention()).isCloseTo(0.0277285, within(0.5e-7));
        assertThat(SDM91.law().coherency()).isCloseTo(0.0001044, within(0.5e-7));
        assertThat(SDM91.law().single()).isCloseTo(89.9952330, within(0.5e-5));
    }

    @Test
    void finds_the_standard_errors_that_usl_publishes() {
        assertThat(SDM91.contentionError()).isCloseTo(0.0091217, within(0.5e-7));
        assertThat(SDM91.coherencyError()).isCloseTo(1.988e-5, within(0.5e-8));
        assertThat(SDM91.singleError()).isCloseTo(14.2134894, within(0.5e-4));
        assertThat(SDM91.residualError()).isCloseTo(82.85, within(0.005));
    }

    @Test
    void finds_the_limits_that_usl_publishes() {
        assertThat(SDM91.law().peak()).isCloseTo(96.51956, within(0.5e-3));
        assertThat(SDM91.law().throughput(SDM91.law().peak())).isCloseTo(1884, within(0.5));
        assertThat(SDM91.law().amdahlLimit()).isCloseTo(3245.589, within(0.05));
    }

    @Test
    void finds_what_an_example_was_made_from() {
        var fit = ScalabilityFit.of(
                new double[] {1, 2, 4, 6, 8, 10},
                new double[] {1, 1.8868, 3.0769, 3.5294, 3.5398, 3.3557},
                Scatter.ABSOLUTE);
        assertThat(fit.law().contention()).isCloseTo(0.02, within(0.0001));
        assertThat(fit.law().coherency()).isCloseTo(0.02, within(0.0001));
        assertThat(fit.law().single()).isCloseTo(1, within(0.0001));
    }

    /** With the factor that usl multiplies the standard errors by, its published intervals come out; with the right one they are wider. */
    @Test
    void has_wider_intervals_than_usl_from_the_same_errors() {
        var fit = ScalabilityFit.of(Arrays.copyOf(RAY_LOADS, 6), Arrays.copyOf(RAY_THROUGHPUTS, 6), Scatter.ABSOLUTE);
        double factorOfUsl = TDistribution.of(5).inverseCumulativeProbability(0.95);
        assertThat(fit.law().contention() - factorOfUsl * fit.contentionError()).isCloseTo(0.00754, within(0.5e-5));
        assertThat(fit.law().contention() + factorOfUsl * fit.contentionError()).isCloseTo(0.04135, within(0.5e-5));
        assertThat(fit.law().coherency() - factorOfUsl * fit.coherencyError()).isCloseTo(0.00110, within(0.5e-5));
        assertThat(fit.law().coherency() + factorOfUsl * fit.coherencyError()).isCloseTo(0.00215, within(0.5e-5));
        assertThat(fit.law().single() - factorOfUsl * fit.singleError()).isCloseTo(19.26717, within(0.5e-4));
        assertThat(fit.law().single() + factorOfUsl * fit.singleError()).isCloseTo(22.44492, within(0.5e-4));
        assertThat(fit.coherency(0.95).halfWidth() / fit.coherencyError())
                .isCloseTo(TDistribution.of(3).inverseCumulativeProbability(0.975), within(1e-6));
    }

    /** The best free fit of all eleven points has a coherency below 0; usl reports 0 as well (0.0578, 0, 21.8488). */
    @Test
    void a_parameter_that_would_be_negative_is_0() {
        var fit = ScalabilityFit.of(RAY_LOADS, RAY_THROUGHPUTS, Scatter.ABSOLUTE);
        assertThat(fit.law().coherency()).isZero();
        assertThat(fit.law().contention()).isCloseTo(0.0578, within(0.5e-4));
        assertThat(fit.law().single()).isCloseTo(21.8488, within(0.5e-4));
        assertThat(fit.law().peak()).isInfinite();
        assertThat(fit.coherency(0.95).low()).isZero();
        assertThat(fit.coherency(0.95).high()).isPositive();
        assertThat(fit.contention(0.95).contains(fit.law().contention())).isTrue();
    }

    /** As many points as one would measure, noise of 3 %, 1,000 times: a 95 % interval misses 50, give or take three times the chance of 7. */
    @ParameterizedTest
    @EnumSource
    void intervals_contain_the_truth_as_often_as_they_say(Scatter scatter) {
        var truth = new ScalabilityLaw(0.05, 0.002, 1_000);
        double[] loads = {1, 2, 4, 8, 16, 24, 32, 48};
        var random = new SplittableRandom(20261125);
        int contention = 0;
        int coherency = 0;
        int single = 0;
        int measured = 0;
        int usl = 0;
        for (int i = 0; i < 1_000; i++) {
            double[] throughputs = noisy(truth, loads, scatter, random);
            var fit = ScalabilityFit.of(loads, throughputs, scatter);
            contention += fit.contention(0.95).contains(truth.contention()) ? 1 : 0;
            coherency += fit.coherency(0.95).contains(truth.coherency()) ? 1 : 0;
            single += fit.single(0.95).contains(truth.single()) ? 1 : 0;
            double next = noisy(truth, new double[] {20}, scatter, random)[0];
            measured += fit.measured(20, 0.95).contains(next) ? 1 : 0;
            double half = TDistribution.of(7).inverseCumulativeProbability(0.95) * fit.coherencyError();
            usl += Math.abs(fit.law().coherency() - truth.coherency()) <= half ? 1 : 0;
        }
        assertThat(contention).isBetween(929, 971);
        assertThat(coherency).isBetween(929, 971);
        assertThat(single).isBetween(929, 971);
        assertThat(measured).isBetween(929, 971);
        assertThat(usl).as("with the factor of usl").isLessThan(900);
    }

    private static double[] noisy(ScalabilityLaw truth, double[] loads, Scatter scatter, SplittableRandom random) {
        double[] throughputs = new double[loads.length];
        for (int i = 0; i < loads.length; i++) {
            double value = truth.throughput(loads[i]);
            double noise = 0.03 * random.nextGaussian();
            throughputs[i] = scatter == Scatter.RELATIVE ? value * Math.exp(noise) : value + 1_000 * noise;
        }
        return throughputs;
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 1", "0.1, 0, 5000", "0, 0.01, 0.001", "0.9, 0.0001, 1e6", "0.001, 1e-7, 1e5"})
    void finds_the_parameters_of_points_without_noise(double contention, double coherency, double single) {
        var truth = new ScalabilityLaw(contention, coherency, single);
        double[] loads = {1, 2, 3, 5, 8, 13, 64, 256};
        double[] throughputs = Arrays.stream(loads).map(truth::throughput).toArray();
        for (Scatter scatter : Scatter.values()) {
            var law = ScalabilityFit.of(loads, throughputs, scatter).law();
            assertThat(law.contention()).isCloseTo(contention, within(1e-7));
            assertThat(law.coherency()).isCloseTo(coherency, within(1e-9));
            assertThat(law.single()).isCloseTo(single, withinPercentage(1e-4));
        }
    }

    @Test
    void the_law_has_its_peak_where_more_lowers_the_throughput() {
        var law = new ScalabilityLaw(0.02, 0.0005, 100);
        assertThat(law.throughput(1)).isEqualTo(100);
        assertThat(law.throughput(law.peak())).isGreaterThan(law.throughput(law.peak() * 1.01));
        assertThat(law.throughput(law.peak())).isGreaterThan(law.throughput(law.peak() * 0.99));
        assertThat(new ScalabilityLaw(0, 0, 100).throughput(64)).isEqualTo(6_400);
        assertThat(new ScalabilityLaw(0, 0, 100).amdahlLimit()).isInfinite();
        assertThat(new ScalabilityLaw(0.1, 0, 100).throughput(1e9)).isCloseTo(1_000, within(0.01));
        assertThat(new ScalabilityLaw(1, 0.1, 100).peak()).isEqualTo(1);
        assertThat(new ScalabilityLaw(0, 100, 100).peak()).isEqualTo(1);
    }

    @Test
    void more_confidence_needs_a_wider_interval() {
        Interval wide = SDM91.contention(0.99);
        assertThat(wide.low()).isLessThan(SDM91.contention(0.8).low());
        assertThat(wide.high()).isGreaterThan(SDM91.contention(0.8).high());
    }

    @Test
    void refuses_what_makes_no_sense() {
        double[] three = {1, 2, 3};
        assertThatThrownBy(() -> ScalabilityFit.of(three, three, Scatter.ABSOLUTE))
                .hasMessage("scalability: points: 3 is too few: at least 4");
        assertThatThrownBy(
                        () -> ScalabilityFit.of(new double[] {1, 1, 2, 2}, new double[] {1, 1, 2, 2}, Scatter.RELATIVE))
                .hasMessage("scalability: different loads: 2 is too few: at least 3");
        assertThatThrownBy(() -> ScalabilityFit.of(new double[] {1, 2, 3, 4}, three, Scatter.RELATIVE))
                .hasMessage("scalability: 4 loads and 3 throughputs");
        assertThatThrownBy(
                        () -> ScalabilityFit.of(new double[] {1, 2, 3, 4}, new double[] {1, 2, 0, 3}, Scatter.RELATIVE))
                .hasMessageStartingWith("throughput: 0.0");
    }
}
