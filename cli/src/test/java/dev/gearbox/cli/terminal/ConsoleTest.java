package dev.gearbox.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the environment changes the settings of a terminal. */
final class ConsoleTest {
    @Test
    void a_terminal_is_as_wide_as_it_says_and_coloured() {
        Console console = Screen.with(132, Map.of("TERM", "xterm")).console();
        assertThat(console.outColumns()).isEqualTo(132);
        assertThat(console.errColumns()).isEqualTo(132);
        assertThat(console.bold("x")).isEqualTo("\u001b[1mx\u001b[0m");
    }

    @Test
    void columns_overrules_the_width_of_a_terminal_but_makes_none_of_a_pipe() {
        assertThat(Screen.with(132, Map.of("TERM", "xterm", "COLUMNS", "80"))
                        .console()
                        .outColumns())
                .isEqualTo(80);
        assertThat(Screen.with(0, Map.of("TERM", "xterm", "COLUMNS", "80"))
                        .console()
                        .outColumns())
                .isZero();
        assertThat(Screen.with(132, Map.of("TERM", "xterm", "COLUMNS", "wide"))
                        .console()
                        .outColumns())
                .isEqualTo(132);
    }

    @Test
    void no_color_takes_the_colour_and_leaves_the_rest() {
        Console console =
                Screen.with(100, Map.of("TERM", "xterm", "NO_COLOR", "1")).console();
        assertThat(console.bold("x")).isEqualTo("x");
        assertThat(console.errColumns()).isEqualTo(100);
    }

    @Test
    void a_dumb_terminal_or_an_unnamed_one_counts_as_a_pipe() {
        assertThat(Screen.with(100, Map.of("TERM", "dumb")).console().errColumns())
                .isZero();
        assertThat(Screen.with(100, Map.of()).console().outColumns()).isZero();
    }
}
