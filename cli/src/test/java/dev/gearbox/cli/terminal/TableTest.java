package dev.gearbox.cli.terminal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The table, on terminals of several widths and in a pipe. */
final class TableTest {
    private static Table table() {
        Table table = new Table(List.of(
                TextColumn.text("engine", 0),
                TextColumn.decimal("p50 µs", 2),
                TextColumn.decimal("MiB", 3),
                TextColumn.decimal("CPU", 0),
                TextColumn.text("errors", 1)));
        table.row(List.of("selector", "1,027", "68", "8.19", "0"));
        table.row(List.of("pool?threads=5", "59.4", "-", "14.2", "12 timeout"));
        return table;
    }

    @Test
    void into_a_pipe_it_is_complete_and_points_are_below_each_other() {
        Screen screen = Screen.pipe();
        table().print(screen.console());
        assertThat(screen.out().lines())
                .containsExactly(
                        "engine            p50 µs   MiB     CPU   errors",
                        "selector         1,027      68    8.19   0",
                        "pool?threads=5      59.4     -   14.2    12 timeout");
    }

    @Test
    void a_terminal_that_is_wide_enough_shows_all() {
        Screen wide = Screen.terminal(51);
        Screen pipe = Screen.pipe();
        table().print(wide.console());
        table().print(pipe.console());
        assertThat(wide.out()).isEqualTo(pipe.out());
    }

    @Test
    void a_narrow_terminal_loses_the_least_important_columns_first_and_says_which() {
        Screen screen = Screen.terminal(50);
        table().print(screen.console());
        assertThat(screen.out().lines())
                .containsExactly(
                        "engine            p50 µs     CPU   errors",
                        "selector         1,027      8.19   0",
                        "pool?threads=5      59.4   14.2    12 timeout",
                        "Omitted at this width: MiB.");
    }

    @Test
    void columns_that_always_stay_do_so_however_narrow_it_is() {
        Screen screen = Screen.terminal(10);
        table().print(screen.console());
        assertThat(screen.out().lines())
                .containsExactly(
                        "engine             CPU",
                        "selector          8.19",
                        "pool?threads=5   14.2",
                        "Omitted at this width: p50 µs, MiB, errors.");
    }

    @Test
    void only_the_heading_is_bold_and_only_where_colour_may_be() {
        Screen colour = Screen.with(80, Map.of("TERM", "xterm"));
        table().print(colour.console());
        List<String> lines = colour.out().lines().toList();
        assertThat(lines.getFirst()).startsWith("\u001b[1m").endsWith("\u001b[0m");
        assertThat(lines.get(1)).doesNotContain("\u001b");
    }

    @Test
    void a_row_has_a_cell_for_each_column() {
        assertThatThrownBy(() -> table().row(List.of("selector", "1"))).hasMessage("2 cells for 5 columns");
    }
}
