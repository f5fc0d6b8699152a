package dev.gearbox.lab.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.job.PublishedTable.Quantity;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The figures of the literature's method: a mean and a spread, nothing else. */
class PublishedMethodTest {
    @Test
    void mean_and_spread_of_the_runs_that_count() {
        assertThat(PublishedMethod.figures(new double[] {300, 330, 360}, Map.of("timeout", 2L))
                        .figures())
                .isEqualTo(Map.of(
                        Quantity.TIME, 330.0, Quantity.UNIT_TIME, 330.0, Quantity.SPREAD, 60.0, Quantity.ERRORS, 2.0));
    }

    @Test
    void figures_of_our_own_method_are_converted() {
        assertThat(Quantity.CPU.from(0.177)).isEqualTo(17.7);
        assertThat(Quantity.RESPONSE.from(330)).isEqualTo(0.33);
        assertThat(Quantity.UNIT_TIME.from(4)).isEqualTo(250);
        assertThat(Quantity.RATE.from(3_977)).isEqualTo(3_977);
    }

    @Test
    void a_row_fills_all_columns() {
        assertThatThrownBy(() -> new PublishedTable(
                        "Table 3",
                        "a paper",
                        "one run",
                        List.of(),
                        List.of("threads", "CPU"),
                        List.of(new PublishedTable.PublishedRow("4,000 users", List.of()))))
                .hasMessage("Table 3: 4,000 users has 0 figures for 2 columns");
    }
}
