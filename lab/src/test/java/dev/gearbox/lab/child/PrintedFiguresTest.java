package dev.gearbox.lab.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim.Measure.Kind;
import dev.gearbox.lab.workload.JvmLaunch;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a program prints becomes figures with intervals, and anything else an error. */
class PrintedFiguresTest {
    @Test
    void forks_become_a_figure_with_an_interval() {
        Map<Kind, Map<String, Figure>> figures = PrintedFigures.figures(List.of(
                List.of("FIGURE accept-ready threads 8", "FIGURE accept-waiting pool?threads=2 1000.5"),
                List.of("FIGURE accept-ready threads 12.5", "FIGURE accept-waiting pool?threads=2 1000.5")));
        assertThat(figures.getOrDefault(Kind.ACCEPT_READY, Map.of())).hasEntrySatisfying("threads", ready -> {
            assertThat(ready.value()).isCloseTo(10, within(1e-9));
            assertThat(ready.low() * ready.high()).isCloseTo(100, within(1e-6));
            assertThat(ready.forks()).isEqualTo(2);
        });
        assertThat(figures.getOrDefault(Kind.ACCEPT_WAITING, Map.of()))
                .hasEntrySatisfying(
                        "pool?threads=2", waiting -> assertThat(waiting.value()).isCloseTo(1000.5, within(1e-6)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"WARNING: something", "FIGURE accept-ready threads", "FIGURE accept-ready threads 0"})
    void what_is_no_figure_is_an_error_with_the_line(String line) {
        assertThatThrownBy(() -> PrintedFigures.figures(List.of(List.of(line))))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining(line);
    }

    @Test
    void a_kind_that_nobody_knows_is_named() {
        assertThatThrownBy(() -> PrintedFigures.figures(List.of(List.of("FIGURE beauty threads 1"))))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("beauty");
    }

    @Test
    void a_program_that_fails_is_an_error_with_its_exit_code() {
        JvmLaunch absent = new JvmLaunch.OnClassPath(List.of(Path.of("absent")), "example.Absent");
        assertThatThrownBy(() -> PrintedFigures.measure(absent, 1))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("example.Absent failed, exit code 1");
    }
}
