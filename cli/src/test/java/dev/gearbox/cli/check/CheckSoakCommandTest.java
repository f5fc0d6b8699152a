package dev.gearbox.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox check soak}: a short soak of all engines. */
final class CheckSoakCommandTest {
    @Test
    void every_engine_in_short() {
        Screen screen = Screen.pipe();
        // So long that files that are opened once and kept, such as jars, are opened in its warm-up.
        int code = Main.run(screen.console(), "check", "soak", "--for", "8s", "--connections", "34");
        assertThat(code).as(screen.out() + screen.err()).isZero();
        assertThat(screen.out())
                .contains("auto, ", "mina, ", "netty-uring, ", "parking, ")
                .contains("No byte was lost, duplicated or changed, and each connection ended as expected; nothing ");
        assertThat(screen.out().lines())
                .anyMatch(line -> line.startsWith("descriptors "))
                .anyMatch(line -> line.matches("[0-9,]+ connections in .* reset\\. .* shifts, [0-9,]+ refused"));
    }

    @Test
    void json_is_nothing_else() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(
                        screen.console(),
                        "check",
                        "soak",
                        "--for",
                        "1s",
                        "--connections",
                        "5",
                        "--engine",
                        "selector",
                        "--engine",
                        "virtual",
                        "--json"))
                .isZero();
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        assertThat(tree.path("passed").asBoolean()).isTrue();
        assertThat(tree.path("connections").asLong()).isPositive();
        assertThat(tree.path("engines").size()).isEqualTo(2);
        assertThat(tree.at("/resources/0/name").asString()).isEqualTo("heap");
    }

    @Test
    void an_engine_or_a_time_that_makes_no_sense_is_refused() {
        Screen engine = Screen.pipe();
        assertThat(Main.run(engine.console(), "check", "soak", "--engine", "selectr"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(engine.err()).contains("Did you mean selector?");
        Screen time = Screen.pipe();
        assertThat(Main.run(time.console(), "check", "soak", "--for", "ever")).isEqualTo(ExitCode.REFUSED);
        assertThat(time.err()).contains("--for cannot be \"ever\"");
        Screen none = Screen.pipe();
        assertThat(Main.run(none.console(), "check", "soak", "--for", "0s")).isEqualTo(ExitCode.REFUSED);
        assertThat(none.err()).contains("a soak takes some time");
    }
}
