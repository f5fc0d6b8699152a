package dev.gearbox.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox advise --verify} with a real measurement, as short as possible. */
@Timeout(600)
final class VerifyTest {
    @TempDir
    private Path folder = Path.of("");

    private interface Measuring {
        void run() throws IOException;
    }

    /** They start JVMs: the build draws one by the seed, {@code -Ddeep} runs all. */
    @TestFactory
    @Tag("deep")
    Stream<DynamicTest> measuring() {
        Map<String, Measuring> tests = Map.of(
                "predictions stand beside measurements",
                this::predictions_stand_beside_measurements_and_the_last_sentences_answer,
                "a validation is printed, written and resumed",
                this::a_validation_is_printed_written_and_resumed,
                "an interrupted validation prints the workloads that are done",
                this::an_interrupted_validation_prints_the_workloads_that_are_done);
        return SeededSample.of(tests.keySet().stream().sorted().toList(), 1, Contract.seed()).stream()
                .map(name -> DynamicTest.dynamicTest(
                        name + " -Dgearbox.seed=" + Contract.seed(),
                        () -> Objects.requireNonNull(tests.get(name)).run()));
    }

    private void predictions_stand_beside_measurements_and_the_last_sentences_answer() {
        Screen screen = Screen.pipe();
        String words = "advise --connections 4 --rate 50 --cpu 20us --foreign --verify"
                + " --forks 1 --blocks 1 --slice 500ms --warm-up 100ms --patience 0s --out " + folder;
        assertThat(Main.run(screen.console(), words.split(" ", -1)))
                .as(screen.err())
                .isZero();
        assertThat(screen.out())
                .contains("Measured: ")
                .contains("predicted", "measured, 95 %", "in the interval")
                .contains("The literature (rule-6: ")
                // On a machine that disturbs the only block there are no figures.
                .containsPattern(
                        "(?s)Was the advice right\\? (Not decided: environment: |.*measured values lie in their predicted intervals\\.)");
        assertThat(folder.resolve("report.html")).isNotEmptyFile();
    }

    @Test
    void what_this_machine_cannot_load_is_refused_before_anything_is_measured() {
        Screen screen = Screen.pipe();
        Path results = folder.resolve("results");
        String words = "advise --connections 4 --rate 5 --foreign --verify --out " + results;
        assertThat(Main.run(screen.console(), words.split(" ", -1))).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err())
                .startsWith("gearbox: this machine cannot load 5 requests a second")
                .contains("The nearest possible: --rate 20")
                .hasLineCount(1);
        assertThat(screen.out()).isEmpty();
        assertThat(Files.exists(results)).isFalse();
    }

    private void a_validation_is_printed_written_and_resumed() throws IOException {
        Path grid = Files.writeString(
                folder.resolve("grid.yaml"), "workloads:\n  small: {connections: \"4\", rate: \"300\"}\n");
        Path results = folder.resolve("results");
        String words = "advise --validate --foreign --grid " + grid + " --forks 1 --blocks 1 --slice 200ms"
                + " --warm-up 100ms --patience 0s --out " + results;
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), words.split(" ", -1)))
                .as(screen.err())
                .isZero();
        assertThat(screen.out())
                .contains("small ")
                // On a machine that disturbs the only block there are no figures.
                .containsPattern(
                        "(?s)Nothing could be measured\\.|Coverage: .*nominal: 95 %.*Regret: in 0 of 0 workloads");
        JsonNode tree = JsonMapper.shared().readTree(Files.readString(results.resolve("advice.json")));
        assertThat(tree.at("/workloads/0/name").asString()).isEqualTo("small");
        assertThat(Files.readString(results.resolve("advice.html"))).contains("<h2>small</h2>");
        Screen again = Screen.pipe();
        assertThat(Main.run(again.console(), words.split(" ", -1))).isZero();
        assertThat(again.out()).contains("already measured");
    }

    private void an_interrupted_validation_prints_the_workloads_that_are_done() throws IOException {
        Path grid = Files.writeString(folder.resolve("two.yaml"), """
                engines: [selector]
                workloads:
                  small: {connections: "4", rate: "300"}
                  other: {connections: "5", rate: "300"}
                """);
        String words = "advise --validate --foreign --grid " + grid + " --forks 1 --blocks 1 --slice 200ms"
                + " --warm-up 100ms --patience 0s --out " + folder.resolve("stopped");
        var out = new ByteArrayOutputStream();
        // Ctrl-C as the second workload begins.
        var err = new ByteArrayOutputStream() {
            @Override
            public synchronized void write(byte[] bytes, int from, int length) {
                super.write(bytes, from, length);
                if (toString(StandardCharsets.UTF_8).strip().endsWith("Workload 2 of 2: other")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        var console = new Console(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                0,
                0,
                false);
        assertThat(Main.run(console, words.split(" ", -1)))
                .as(err.toString(StandardCharsets.UTF_8))
                .isEqualTo(ExitCode.INTERRUPTED);
        assertThat(Thread.interrupted())
                .as("whether the interrupt is left to the next test")
                .isFalse();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("small ", "advice.json")
                .doesNotContain("\nother ");
    }
}
