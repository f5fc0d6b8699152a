package dev.gearbox.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures as text. */
final class NumberTextTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0.00",
                "0.014|0.01",
                "4.049|4.05",
                "9.996|10.0",
                "40.44|40.4",
                "99.96|100",
                "404.4|404",
                "40512.3|40,512",
                "-4.049|-4.05",
                "NaN|-"
            })
    void a_measured_figure_has_three_digits_that_mean_something(double number, String text) {
        assertThat(NumberText.measured(number)).isEqualTo(text);
    }

    @Test
    void thousands_are_set_off_alike_in_every_locale() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.GERMANY);
            assertThat(NumberText.count(1_234_567)).isEqualTo("1,234,567");
            assertThat(NumberText.measured(4.5)).isEqualTo("4.50");
            assertThat(NumberText.whole(12_345.6)).isEqualTo("12,346");
            assertThat(NumberText.whole(Double.NaN)).isEqualTo("-");
        } finally {
            Locale.setDefault(before);
        }
    }

    @ParameterizedTest
    @CsvSource({"0,0 B", "999,999 B", "1280,1.28 kB", "3200000,3.20 MB", "7000000000000,7.00 TB"})
    void bytes_have_a_unit(long bytes, String text) {
        assertThat(NumberText.bytes(bytes)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"0,0 s", "59400,59 s", "59600,1 min 00 s", "125000,2 min 05 s", "3720000,1 h 02 min", "-5,0 s"})
    void a_span_is_told_as_people_do(long millis, String text) {
        assertThat(NumberText.span(Duration.ofMillis(millis))).isEqualTo(text);
    }
}
