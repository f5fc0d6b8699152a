package dev.gearbox.cli.decisions;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.run.RunCommandTest;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.evidence.archive.Archive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox decisions} on a real experiment, in which each connection gives a reason for one shift. */
@Timeout(600)
final class DecisionsCommandTest {
    /** Any amount of data counts as much, and continues to. */
    private static final String AUTO = "auto?start=selector&large=virtual&every=1ms&much=1&samples=true";

    @TempDir
    private static Path folder = Path.of(".");

    @BeforeAll
    static void measure() {
        Screen screen = Screen.pipe();
        int code = Main.run(
                screen.console(),
                () -> RunCommandTest.study("200ms", "echo"),
                "run",
                "small",
                "--out",
                folder.toString(),
                "--engine",
                "selector",
                "--engine",
                AUTO,
                "--forks",
                "2",
                "--blocks",
                "2",
                "--slice",
                "60ms",
                "--warm-up",
                "100ms",
                "--patience",
                "0s");
        assertThat(code).as(screen.err()).isZero();
    }

    private static Screen decisions(String... words) {
        Screen screen = Screen.pipe();
        List<String> all = Stream.concat(Stream.of("decisions", folder.toString()), Stream.of(words))
                .toList();
        assertThat(Main.run(screen.console(), all.toArray(String[]::new)))
                .as(screen.err())
                .isZero();
        return screen;
    }

    @Test
    void tells_each_decision_with_its_reason_and_what_came_of_it() {
        Screen screen = decisions();
        assertThat(screen.err()).isEmpty();
        assertThat(screen.out().lines())
                .contains("tiny, connections 2: " + AUTO)
                .anyMatch(
                        line -> line.matches(
                                " *1 +[0-9.]+ +127\\.0\\.0\\.1:[0-9]+ +selector > virtual +in [0-9.]+ ms, (and stayed|for [0-9.]+ s) +it carries [0-9]+ bytes in each of [0-9]+ wake-ups"))
                .anyMatch(line -> line.matches(" *2 .* selector > virtual .*"))
                .anyMatch(line ->
                        line.matches("In total: selector > virtual [0-9]+ times; half of them within [0-9.]+ ms\\."));
    }

    @Test
    void json_has_the_signals() {
        JsonNode tree = JsonMapper.shared().readTree(decisions("--json").out());
        JsonNode first = tree.path(0).path("decisions").path(0);
        assertThat(tree.path(0).path("experiment").asString()).isEqualTo("tiny, connections 2");
        assertThat(first.path("fork").asInt()).isEqualTo(1);
        assertThat(first.path("to").asString()).isEqualTo("LARGE");
        long callbacks = first.path("signals").path("callbacks").asLong();
        assertThat(first.path("signals").path("bytes").asLong())
                .as(
                        "eight there and eight back, but for the opening and one task, and an exchange that the window cuts")
                .isBetween(16 * (callbacks - 2) - 8, 16 * (callbacks + 1))
                .matches(bytes -> bytes % 8 == 0, "whole messages");
        assertThat(first.path("alternative").asString()).startsWith("to stay");
        assertThat(first.path("expected").asString()).isNotBlank();
        assertThat(first.path("micros").asLong()).isPositive();
    }

    @Test
    void a_replay_decides_as_it_was_decided_and_otherwise_with_other_thresholds() {
        List<String> same = decisions("--replay").out().lines().toList();
        assertThat(same).anyMatch(line -> line.matches("selector > virtual +([0-9]+) +\\1"));
        // Whether such a short run has figures at all depends on the load of the machine.
        assertThat(same.stream().filter(line -> line.startsWith(AUTO + ": ")))
                .allMatch(line -> line.endsWith(" of selector, the best fixed engine here"));
        assertThat(decisions("--replay", "--large", "100").out().lines())
                .anyMatch(line -> line.matches("selector > virtual +[0-9]+ +0"));
        JsonNode tree = JsonMapper.shared()
                .readTree(decisions("--replay", "--large", "100", "--json").out());
        // On a busy machine the run may last until a connection has gone back, which does not depend on this threshold.
        assertThat(tree.path(0).path("replayed").valueStream())
                .noneMatch(decision -> decision.path("to").asString().equals("LARGE"));
        assertThat(tree.path(0).path("regret").isArray()).isTrue();
    }

    @Test
    void a_line_that_was_cut_is_no_damage_and_one_that_is_none_is_named(@TempDir Path copy) throws IOException {
        Path from = Archive.find(folder).getFirst();
        Path file;
        try (Stream<Path> files = Files.list(from)) {
            for (Path one : files.toList()) {
                Files.copy(one, copy.resolve(one.getFileName()));
            }
        }
        try (Stream<Path> files = Files.list(copy)) {
            file = files.filter(one -> one.getFileName().toString().startsWith("decisions-01"))
                    .findFirst()
                    .orElseThrow();
        }
        Files.writeString(file, "{\"kind\":\"deci", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        Screen cut = Screen.pipe();
        assertThat(Main.run(cut.console(), "decisions", copy.toString())).isZero();
        assertThat(cut.err()).isEmpty();
        Files.writeString(file, "\nnonsense\n{}\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        Screen damaged = Screen.pipe();
        assertThat(Main.run(damaged.console(), "decisions", copy.toString())).isZero();
        assertThat(damaged.err())
                .contains(" cannot be read; left out")
                .contains(file.getFileName().toString());
        assertThat(damaged.out()).contains("In total: selector > virtual ");
    }

    @Test
    void says_that_there_are_none(@TempDir Path empty) {
        Screen none = Screen.pipe();
        assertThat(Main.run(none.console(), "decisions", empty.toString())).isEqualTo(2);
        assertThat(none.err()).startsWith("gearbox: there are no results in " + empty);
        Screen nowhere = Screen.pipe();
        assertThat(Main.run(nowhere.console(), "decisions", empty.resolve("x").toString()))
                .isEqualTo(2);
        assertThat(nowhere.err()).startsWith("gearbox: there is no folder ");
        Screen odd = Screen.pipe();
        assertThat(Main.run(odd.console(), "decisions", folder.toString(), "--slow", "5ms"))
                .isEqualTo(2);
        assertThat(odd.err()).contains("Add --replay");
        Screen wrong = Screen.pipe();
        assertThat(Main.run(wrong.console(), "decisions", folder.toString(), "--replay", "--slow", "soon"))
                .isEqualTo(2);
        assertThat(wrong.err()).contains("--slow cannot be \"soon\"");
    }
}
