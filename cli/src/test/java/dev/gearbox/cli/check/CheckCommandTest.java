package dev.gearbox.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox check}, with checks whose result does not depend on the machine. */
final class CheckCommandTest {
    @Test
    void a_line_says_what_was_seen_and_what_had_to_be() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "check", "--only", "IT-11", "--only", "IT-15"))
                .isZero();
        assertThat(screen.out().lines())
                .anyMatch(line ->
                        line.matches("IT-11 +pass +quantiles of merged slices +off by at most .* within 0.1 % .*"))
                .anyMatch(line -> line.matches("IT-15 +not here +.* capacity model, which does not exist yet .*"))
                .anyMatch(line -> line.startsWith("1 passed, 0 failed, 1 not decidable here"))
                .last()
                .asString()
                .startsWith("The instrument measures what it should, as far as these checks tell; what the undecided");
        assertThat(screen.err()).isEmpty();
    }

    @Test
    void json_is_nothing_else() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "check", "--only", "IT-11", "--json"))
                .isZero();
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        assertThat(tree.path("passed").asBoolean()).isTrue();
        assertThat(tree.at("/checks/0/id").asString()).isEqualTo("IT-11");
        assertThat(tree.at("/checks/0/outcome").asString()).isEqualTo("passed");
    }

    @Test
    void a_check_that_does_not_exist() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "check", "--only", "IT-99")).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).startsWith("gearbox: no check \"IT-99\".").contains("Known: IT-1, IT-2");
    }
}
