package dev.gearbox.cli.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.lab.external.ExternalExample;
import dev.gearbox.studies.echoserver.EchoServer;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox externals}: servers that cannot run here are listed with the reason, whatever is installed on this machine. */
final class ExternalsCommandTest {
    @Test
    void lists_every_example_as_here_or_as_absent_with_the_reason() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "externals")).isZero();
        List<ExternalExample> examples = EchoServer.externals().examples();
        for (ExternalExample example : examples) {
            assertThat(screen.out().lines()).anyMatch(line -> line.startsWith(example.name() + " "));
        }
        long absent = examples.stream().filter(one -> one.absence().isPresent()).count();
        assertThat(screen.out().lines().filter(line -> line.matches(" +absent +it needs .*, which is not installed")))
                .hasSize((int) absent);
        assertThat(screen.out().lines().filter(line -> line.matches(" +here +with .*")))
                .hasSize(examples.size() - (int) absent);
        long faulty = examples.stream().filter(one -> !one.faults().isEmpty()).count();
        assertThat(screen.out().lines().filter(line -> line.matches(" +faults +.*")))
                .as("servers as published, with what is wrong with them")
                .hasSize((int) faulty)
                .isNotEmpty();
        assertThat(screen.err()).isEmpty();
    }

    @Test
    void json_has_the_same() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "externals", "--json")).isZero();
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        List<ExternalExample> examples = EchoServer.externals().examples();
        assertThat(tree).hasSize(examples.size());
        for (int i = 0; i < examples.size(); i++) {
            ExternalExample example = examples.get(i);
            assertThat(tree.get(i).path("name").asString()).isEqualTo(example.name());
            assertThat(tree.get(i).path("absent").isNull())
                    .isEqualTo(example.absence().isEmpty());
            assertThat(tree.get(i).path("needs")).hasSize(example.needs().size());
            assertThat(tree.get(i).path("faults")).hasSize(example.faults().size());
        }
    }

    @Test
    void a_terminal_is_never_overrun() {
        Screen screen = Screen.terminal(70);
        assertThat(Main.run(screen.console(), "externals")).isZero();
        assertThat(screen.out().lines()).allMatch(line -> line.length() <= 70);
    }
}
