package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Figures in text have three digits, and units that a person reads easily. */
class FigureTextTest {
    @Test
    void numbersHaveThreeDigitsWithoutAnExponent() {
        assertThat(FigureText.number(0.001234)).isEqualTo("0.00123");
        assertThat(FigureText.number(12.34)).isEqualTo("12.3");
        assertThat(FigureText.number(41_000)).isEqualTo("41000");
        assertThat(FigureText.number(0)).isEqualTo("0");
        assertThat(FigureText.number(Double.NaN)).isEqualTo("unknown");
    }

    @Test
    void longTimesAreInMilliseconds() {
        assertThat(FigureText.quantity(12.34, "µs")).isEqualTo("12.3 µs");
        assertThat(FigureText.quantity(99_999, "µs")).isEqualTo("99999 µs");
        assertThat(FigureText.quantity(6_921_304, "µs")).isEqualTo("6921 ms");
        assertThat(FigureText.quantity(100_000, "/s")).isEqualTo("100000 /s");
        assertThat(FigureText.quantity(0.5, "")).isEqualTo("0.500");
    }
}
