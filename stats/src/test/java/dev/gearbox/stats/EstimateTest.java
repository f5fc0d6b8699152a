package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class EstimateTest {
    /** Student's own data (sleep gained with two drugs, 1908), as every statistics program ships it. */
    private static final double[] SLEEP = {1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4};

    @Test
    void studentsSleepData() {
        var estimate = Estimate.of(SLEEP);
        assertThat(estimate.mean()).isEqualTo(1.58, within(1e-12));
        assertThat(estimate.p()).isEqualTo(0.002833, within(5e-7));
        Interval interval = estimate.interval(0.95);
        assertThat(interval.low()).isEqualTo(0.7001142, within(5e-8));
        assertThat(interval.high()).isEqualTo(2.4598858, within(5e-8));
        assertThat(estimate.detectable(0.95)).isEqualTo(interval.halfWidth(), within(1e-12));
    }

    @Test
    void oneForkSaysNothing() {
        var one = Estimate.of(0.3);
        assertThat(one.mean()).isEqualTo(0.3);
        assertThat(one.standardError()).isInfinite();
        assertThat(one.p()).isEqualTo(1);
        assertThat(one.interval(0.95))
                .isEqualTo(new Interval(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0.95));
        assertThat(one.within(100)).isFalse();
        assertThat(Finding.of(one, 0.1, 0.05)).isEqualTo(Finding.INCONCLUSIVE);
    }

    @Test
    void noForkSaysNothing() {
        var none = Estimate.of();
        assertThat(none.mean()).isNaN();
        assertThat(none.p()).isEqualTo(1);
        assertThat(none.interval(0.95).contains(7)).isTrue();
        assertThat(Finding.of(none, 0.1, 0.05)).isEqualTo(Finding.INCONCLUSIVE);
    }

    @Test
    void equalForksAreCertain() {
        assertThat(Estimate.of(0.5, 0.5, 0.5, 0.5).p()).isZero();
        assertThat(Estimate.of(0, 0, 0).p()).isEqualTo(1);
        assertThat(Estimate.of(0, 0, 0).within(0.01)).isTrue();
    }

    @Test
    void aboveAValue() {
        var sleep = Estimate.of(SLEEP);
        assertThat(sleep.pAbove(0)).isEqualTo(sleep.p() / 2, within(1e-12));
        assertThat(sleep.pAbove(1.58)).isEqualTo(0.5, within(1e-12));
        assertThat(sleep.pAbove(0.7001142)).isEqualTo(0.025, within(1e-7));
        assertThat(sleep.pAbove(3)).isGreaterThan(0.97);
        assertThat(Estimate.of(0.5, 0.5).pAbove(0.4)).isZero();
        assertThat(Estimate.of(0.5, 0.5).pAbove(0.5)).isEqualTo(1);
        assertThat(Estimate.of(7).pAbove(0)).isEqualTo(1);
    }

    @Test
    void whatIsNotANumberIsRefused() {
        assertThatThrownBy(() -> Estimate.of(0.1, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("value 1 is NaN");
    }

    @Test
    void intervalOnAnotherScale() {
        Interval percent = new Interval(Math.log(0.9), Math.log(1.2), 0.95).map(x -> 100 * Math.expm1(x));
        assertThat(percent.low()).isEqualTo(-10, within(1e-9));
        assertThat(percent.high()).isEqualTo(20, within(1e-9));
        assertThat(percent.confidence()).isEqualTo(0.95);
        assertThatThrownBy(() -> percent.map(x -> -x)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void equivalenceIsTheNinetyPercentInterval() {
        var estimate = Estimate.of(SLEEP);
        // t(.95, 9) = 1.833113, standard error 0.3889587: 1.58 +- 0.713005
        assertThat(estimate.within(2.2931)).isTrue();
        assertThat(estimate.within(2.2929)).isFalse();
        assertThat(estimate.negated().within(2.2931)).isTrue();
        assertThat(estimate.negated().within(2.2929)).isFalse();
    }

    @Test
    void findings() {
        var higher = Estimate.of(SLEEP);
        assertThat(Finding.of(higher, 0, 0.05)).isEqualTo(Finding.HIGHER);
        assertThat(Finding.of(higher.negated(), 0, 0.05)).isEqualTo(Finding.LOWER);
        assertThat(Finding.of(higher, 5, 0.05)).as("real and within the margin").isEqualTo(Finding.HIGHER);
        assertThat(Finding.of(higher, 0.06, 0, 0.05)).as("adjusted p decides").isEqualTo(Finding.INCONCLUSIVE);
        assertThat(Finding.of(higher, 0.06, 5, 0.05)).isEqualTo(Finding.EQUIVALENT);
        assertThat(Finding.of(higher, 0, 0.0028)).as("a stricter look").isEqualTo(Finding.INCONCLUSIVE);
    }
}
