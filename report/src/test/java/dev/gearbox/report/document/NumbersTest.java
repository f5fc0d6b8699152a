package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.analysis.Figure;
import org.junit.jupiter.api.Test;

/** Numbers have the digits that their intervals support. */
class NumbersTest {
    @Test
    void aNarrowIntervalAddsDecimals() {
        assertThat(Numbers.figure(new Figure(278.72, 277.81, 279.63, 5))).isEqualTo("278.7 [277.8, 279.6]");
        assertThat(Numbers.ratio(new Figure(1.02041, 1.02013, 1.02069, 5))).isEqualTo("1.0204 [1.0201, 1.0207]");
    }

    /** Equal times of three forks, which fell into one bucket of a histogram. */
    @Test
    void aRoundingErrorAddsNone() {
        assertThat(Numbers.figure(new Figure(500_695.039, 500_695.0389999, 500_695.0390001, 3)))
                .isEqualTo("500695 [500695, 500695]");
    }

    @Test
    void withoutAnIntervalThereAreAboutThreeDigits() {
        assertThat(Numbers.plain(12.34)).isEqualTo("12.3");
        assertThat(Numbers.plain(500_695.039)).isEqualTo("500695");
        assertThat(Numbers.figure(new Figure(1.5, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1)))
                .isEqualTo("1.50 (no interval: 1 fork)");
    }
}
