package dev.gearbox.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class HolmTest {
    /** The example of the encyclopedia's article on the Holm-Bonferroni method: the first and the last are rejected at 5 %. */
    @Test
    void theTextbookExample() {
        double[] adjusted = Holm.adjust(0.01, 0.04, 0.03, 0.005);
        assertThat(adjusted).containsExactly(new double[] {0.03, 0.06, 0.06, 0.02}, within(1e-12));
    }

    /** A smaller p later in the order must not end up below one before it, and none above 1. */
    @Test
    void neverDecreasesAndStaysBelowOne() {
        assertThat(Holm.adjust(0.010, 0.011, 0.9, 0.8)).containsExactly(new double[] {0.04, 0.04, 1, 1}, within(1e-12));
        assertThat(Holm.adjust(0.02)).containsExactly(0.02);
        assertThat(Holm.adjust()).isEmpty();
    }

    @Test
    void whatIsNoProbabilityIsRefused() {
        assertThatThrownBy(() -> Holm.adjust(0.1, Double.NaN)).hasMessageContaining("p: NaN is out of range");
    }
}
