package dev.gearbox.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.run.CheckRun;
import dev.gearbox.check.run.Checks;
import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import java.util.List;
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
                .anyMatch(line ->
                        line.matches("IT-15 +pass +recovery of a scalability law +contention in 9.* each parameter .*"))
                .anyMatch(line -> line.startsWith("2 passed, 0 failed, 0 not decidable here"))
                .last()
                .asString()
                .isEqualTo("The instrument passed all checks that could be decided.");
        assertThat(screen.err()).isEmpty();
    }

    @Test
    void a_check_that_cannot_run_here_is_neither_passed_nor_failed() {
        Screen screen = Screen.pipe();
        Check check = Checks.upTo(Check.Cost.CHEAP).getFirst();
        new CheckCommand(screen.console())
                .print(List.of(new CheckRun.Result(check, CheckOutcome.notHere("wrk is not installed"))));
        assertThat(screen.out().lines())
                .anyMatch(line -> line.matches(check.id() + " +not here +.* wrk is not installed .*"))
                .anyMatch(line -> line.startsWith("0 passed, 0 failed, 1 not decidable here"))
                .last()
                .asString()
                .startsWith("The instrument passed all checks that could be decided; the others name what they lack");
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
