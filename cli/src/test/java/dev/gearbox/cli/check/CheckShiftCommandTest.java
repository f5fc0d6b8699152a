package dev.gearbox.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox check shift}: a short check over all pairs of engines. */
final class CheckShiftCommandTest {
    @Test
    void every_pair_of_engines_in_short() {
        Screen screen = Screen.pipe();
        int code = Main.run(screen.console(), "check", "shift", "--shifts", "3000", "--connections", "40");
        assertThat(code).as(screen.out() + screen.err()).isZero();
        assertThat(screen.out().lines())
                .anyMatch(line -> line.matches("3,\\d\\d\\d shifts over [0-9]+ pairs, .* 0 failures"))
                .anyMatch(line -> line.startsWith("all event-driven"))
                .anyMatch(line -> line.startsWith("mina is left out: it lacks shift-in and shift-out ("));
        assertThat(screen.err()).isEmpty();
    }

    @Test
    void json_is_nothing_else() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(
                        screen.console(),
                        "check",
                        "shift",
                        "--shifts",
                        "50",
                        "--connections",
                        "5",
                        "--engine",
                        "selector",
                        "--engine",
                        "reactors?threads=2",
                        "--json"))
                .isZero();
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        assertThat(tree.path("passed").asBoolean()).isTrue();
        assertThat(tree.path("pairs").size()).isEqualTo(4);
        assertThat(tree.at("/pauses/0/p50Nanos").asLong()).isPositive();
    }

    @Test
    void an_engine_that_cannot_is_refused_with_those_that_can() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "check", "shift", "--engine", "mina"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err())
                .contains("mina is left out: it lacks shift-in and shift-out (")
                .contains("Those that can: ");
    }

    @Test
    void a_number_that_makes_no_sense_is_refused() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "check", "shift", "--shifts", "none"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).contains("--shifts cannot be \"none\"");
    }
}
