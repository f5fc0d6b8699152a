package dev.gearbox.cli.engines;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.Screen;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox engines}. */
final class EnginesCommandTest {
    private static final List<String> MODELS = List.of(
            "async",
            "netty-epoll",
            "netty-nio",
            "netty-uring",
            "pool",
            "reactors",
            "selector",
            "selector-pool",
            "threads",
            "virtual");

    @Test
    void json_lists_every_model_with_its_parameters_and_is_nothing_else() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "engines", "--json")).isZero();
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        List<String> names = new ArrayList<>();
        tree.forEach(model -> names.add(model.path("name").asString()));
        assertThat(names).containsAll(MODELS);
        assertThat(tree.findValuesAsString("kind")).containsOnly("integer", "choice", "duration", "engine");
        JsonNode reactors = tree.get(names.indexOf("reactors"));
        assertThat(reactors.at("/parameters/0/name").asString()).isEqualTo("threads");
        assertThat(reactors.at("/parameters/0/least").asInt()).isEqualTo(1);
        assertThat(reactors.at("/parameters/1/default").asString()).isEqualTo("0");
        assertThat(reactors.path("capabilities").toString()).contains("\"half-close\"");
        JsonNode async = tree.get(names.indexOf("async"));
        assertThat(async.at("/parameters/1/words").toString()).isEqualTo("[\"handler\",\"future\"]");
        assertThat(screen.err()).isEmpty();
    }

    @Test
    void the_list_tells_defaults_ranges_abilities_and_source() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "engines")).isZero();
        assertThat(screen.out().lines())
                .anyMatch(line -> line.matches("pool  +the blocking loop .*"))
                .anyMatch(line -> line.matches(" +threads=50  +integer from 1 to 100000: .*"))
                .anyMatch(line ->
                        line.matches(" +can  +server, client, half-close, idle-free, unbounded, shift-in, shift-out"))
                .anyMatch(line -> line.matches(" +after  +JEP 444 .*"));
        assertThat(screen.err()).isEmpty();
    }

    @Test
    void a_terminal_is_never_overrun() {
        Screen screen = Screen.terminal(80);
        assertThat(Main.run(screen.console(), "engines")).isZero();
        assertThat(screen.out().lines()).allMatch(line -> line.length() <= 80);
        Screen pipe = Screen.pipe();
        Main.run(pipe.console(), "engines");
        assertThat(words(screen)).isEqualTo(words(pipe));
    }

    private static List<String> words(Screen screen) {
        return List.of(screen.out().strip().split("\\s+", -1));
    }

    @Test
    void help_and_version_are_no_errors() {
        for (String word : List.of("--help", "--version")) {
            Screen screen = Screen.pipe();
            assertThat(Main.run(screen.console(), word)).isZero();
            assertThat(screen.out()).contains("gearbox");
            assertThat(screen.err()).isEmpty();
        }
        Screen bare = Screen.pipe();
        assertThat(Main.run(bare.console())).isZero();
        assertThat(bare.out()).contains("run", "engines", "externals", "serve", "load", "Start with: gearbox run");
    }
}
