package dev.gearbox.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The progress bar, on a terminal and in a pipe. */
final class ProgressBarTest {
    private static final Duration LEFT = Duration.ofSeconds(62);

    @Test
    void says_how_far_and_how_long() {
        assertThat(ProgressBar.line(0.625, "5/8  virtual: ping", LEFT, 100))
                .isEqualTo("  [############--------]  5/8  virtual: ping                1 min 02 s left");
    }

    @Test
    void fractions_out_of_range_stay_within_the_bar() {
        assertThat(ProgressBar.line(7, "x", LEFT, 100)).contains("[####################]");
        assertThat(ProgressBar.line(-1, "x", LEFT, 100)).contains("[--------------------]");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 16, 20, 40, 60, 79})
    void never_wraps(int columns) {
        String line = ProgressBar.line(0.5, "12/22  async?threads=2&style=future: hello-bye", LEFT, columns);
        assertThat(line.length()).isLessThanOrEqualTo(columns);
    }

    @Test
    void a_narrow_terminal_keeps_the_time_and_loses_the_bar() {
        assertThat(ProgressBar.line(0.5, "5/8  virtual: ping", LEFT, 40))
                .doesNotContain("[")
                .contains("5/8  virtual: ping")
                .endsWith("1 min 02 s left");
    }

    @Test
    void draws_over_itself_only_when_something_changed_and_leaves_nothing() {
        Screen screen = Screen.terminal(80);
        try (ProgressBar bar = new ProgressBar(screen.console())) {
            bar.show(0.5, "ping", LEFT);
            bar.show(0.5, "ping", LEFT);
            bar.show(0.6, "ping", LEFT);
        }
        assertThat(screen.err().split("\r", -1)).hasSize(4);
        assertThat(screen.err()).endsWith(Console.CLEAR);
        assertThat(screen.out()).isEmpty();
    }

    @Test
    void what_is_no_terminal_sees_a_line_a_minute() {
        Screen screen = Screen.pipe();
        long[] seconds = {100};
        try (ProgressBar bar = new ProgressBar(screen.console(), () -> seconds[0] * 1_000_000_000)) {
            for (; seconds[0] <= 290; seconds[0] += 10) {
                bar.show((seconds[0] - 100) / 400.0, "ping", LEFT);
            }
        }
        assertThat(screen.err().lines())
                .containsExactly(
                        " 15 %  ping, 1 min 02 s left", " 30 %  ping, 1 min 02 s left", " 45 %  ping, 1 min 02 s left");
    }
}
