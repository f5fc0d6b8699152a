package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.report.text.MarkedPart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The commands on existing results: two small experiments, yesterday's and today's, measured once. */
final class ResultsTest {
    private static final String WORKLOAD = """
            name: tiny
            summary: the shortest of all open loops
            source: this test
            protocol: echo
            axes: {connections: [2]}
            arrivals: {model: poisson, perSecond: 300, connections: $connections}
            script:
              - connect
              - repeat:
                  steps:
                    - send: {bytes: 8}
                    - expect: echo
            quick: {warm-up: 50ms, measure: 200ms}
            full: {warm-up: 50ms, measure: 200ms}
            """;

    private static final String CLAIM = """
            id: t-1
            statement: everything is the same
            source: this test
            their-method: {how: by eye, reported: none}
            workload: tiny
            margin: 0.1
            parts:
              - name: memory
                metric: resident
                left: virtual
                right: selector
                expect: equal
              - name: an accept
                metric: accept-ready
                left: virtual
                right: selector
                expect: equal
            """;

    @TempDir
    private static Path folder = Path.of(".");

    private static Path monday = Path.of(".");
    private static Path tuesday = Path.of(".");

    private static Study study() {
        try {
            LoadWorkload tiny = LoadWorkload.decode("tiny.yaml", stream(WORKLOAD));
            return new Study("small", "What is there to see?", List.of(tiny), () -> List.of(claim()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Claim claim() {
        try {
            return Claim.decode("t-1.yaml", stream(CLAIM), new Claim.KnownNames() {
                @Override
                public String label(String spec, Optional<String> offload) {
                    return spec;
                }

                @Override
                public void check(Claim.CellRef cell) {
                    study().load(cell.workload());
                }
            });
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static int run(Screen screen, String... words) {
        return Main.run(screen.console(), ResultsTest::study, words);
    }

    /** Measures once: commands that read two folders find the same figures in both. */
    @BeforeAll
    static void measure() throws IOException {
        monday = folder.resolve("monday");
        tuesday = folder.resolve("tuesday");
        Screen screen = Screen.pipe();
        List<String> words = new ArrayList<>(List.of("run", "small", "--workload", "tiny"));
        words.addAll(List.of("--engine", "selector", "--engine", "virtual", "--forks", "1", "--blocks", "2"));
        words.addAll(List.of(
                "--slice",
                "200ms",
                "--warm-up",
                "100ms",
                "--slo",
                "5ms",
                "--patience",
                "0s",
                "--out",
                monday.toString()));
        assertThat(run(screen, words.toArray(String[]::new))).as(screen.err()).isZero();
        Path measured = Archive.find(monday).getFirst();
        // The exit code depends on the load of the machine: a run as short as this one may be invalid.
        rewrite(measured, "foreignCores|steal|away", 0);
        copy(measured, tuesday.resolve(monday.relativize(measured)), text -> text);
    }

    /** Rewrites what was seen of other programs. */
    private static void rewrite(Path results, String keys, double value) {
        try (Stream<Path> files = Files.list(results)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                Files.writeString(
                        file, Files.readString(file).replaceAll("\"(" + keys + ")\":[^,}]+", "\"$1\":" + value));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Test
    void every_arm_has_its_system_calls_counted_and_its_highest_rate_looked_for() {
        Evidence evidence = Archive.read(Archive.find(monday).getFirst());
        for (Evidence.Fork fork : evidence.forks()) {
            assertThat(fork.all(ForkEvent.Counted.class))
                    .extracting(ForkEvent.Counted::arm)
                    .containsExactlyInAnyOrder("selector", "virtual");
            assertThat(fork.all(ForkEvent.Counted.class))
                    .allMatch(counted -> counted.unavailable() != null || counted.requests() > 0);
            assertThat(fork.all(ForkEvent.Capacity.class))
                    .extracting(ForkEvent.Capacity::arm)
                    .containsExactlyInAnyOrder("selector", "virtual");
            assertThat(fork.all(ForkEvent.Capacity.class))
                    .allMatch(found -> found.unavailable() != null || found.lower() > 0 || found.upper() != null);
        }
    }

    @Test
    void a_report_is_markdown_or_json_and_has_the_claims_of_what_was_measured() {
        Screen markdown = Screen.pipe();
        assertThat(run(markdown, "report", monday.toString(), "--markdown")).isZero();
        assertThat(markdown.out())
                .contains("tiny, connections 2")
                .contains("t-1")
                .contains("everything is the same");
        Screen json = Screen.pipe();
        assertThat(run(json, "report", monday.toString(), "--json")).isZero();
        JsonNode tree = JsonMapper.shared().readTree(json.out());
        assertThat(tree.at("/question").asString()).isEqualTo("What is there to see?");
        assertThat(tree.at("/claims/0/id").asString()).isEqualTo("t-1");
        assertThat(tree.at("/claims/0/parts").size()).isEqualTo(2);
    }

    @Test
    void costs_beside_a_program_that_was_never_away_are_reported_as_those() throws IOException {
        Path measured = Archive.find(monday).getFirst();
        Path disturbed = folder.resolve("disturbed");
        Path copy = disturbed.resolve(monday.relativize(measured));
        copy(measured, copy, text -> text);
        rewrite(copy, "foreignCores", 0.5);

        Screen markdown = Screen.pipe();
        assertThat(run(markdown, "report", disturbed.toString(), "--markdown")).isZero();
        assertThat(markdown.out())
                .contains("beside programs that used 0.50 core, ")
                .contains("costs are those beside other programs");
        Screen json = Screen.pipe();
        assertThat(run(json, "report", disturbed.toString(), "--json")).isZero();
        assertThat(JsonMapper.shared()
                        .readTree(json.out())
                        .at("/cells/0/quality/foreignCores")
                        .asDouble())
                .isEqualTo(0.5);
    }

    @Test
    void a_page_gets_the_report_between_its_marks() throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.md"), "# Ours\n" + MarkedPart.BEGIN + "\n" + MarkedPart.END + "\nby hand\n");
        assertThat(run(Screen.pipe(), "report", monday.toString(), "--into", page.toString()))
                .isZero();
        assertThat(Files.readString(page))
                .startsWith("# Ours\n" + MarkedPart.BEGIN + "\n")
                .contains("### Verdicts")
                .contains("everything is the same")
                .endsWith(MarkedPart.END + "\nby hand\n");
        Path bare = Files.writeString(folder.resolve("bare.md"), "# Ours\n");
        Screen refused = Screen.pipe();
        assertThat(run(refused, "report", monday.toString(), "--into", bare.toString()))
                .isEqualTo(2);
        assertThat(refused.err()).contains(MarkedPart.BEGIN).contains("Add them where the results belong");
        assertThat(Files.readString(bare)).isEqualTo("# Ours\n");
        Path missing = folder.resolve("missing.md");
        Screen none = Screen.pipe();
        assertThat(run(none, "report", monday.toString(), "--into", missing.toString()))
                .isEqualTo(2);
        assertThat(none.err()).contains(missing + ": there is no such page");
    }

    @Test
    void a_report_has_the_order_of_the_study() throws IOException {
        Path both = folder.resolve("both");
        Path measured = Archive.find(monday).getFirst();
        copy(measured, both.resolve("tiny"), text -> text);
        copy(
                measured,
                both.resolve("alien"),
                text -> text.replaceAll("\"workload\" *: *\"tiny\"", "\"workload\":\"alien\""));
        Screen json = Screen.pipe();
        assertThat(run(json, "report", both.toString(), "--json"))
                .as(json.err())
                .isZero();
        assertThat(JsonMapper.shared().readTree(json.out()).findValuesAsString("workload"))
                .as("what the study does not know comes last")
                .containsSubsequence("tiny", "alien")
                .endsWith("alien");
    }

    private static void copy(Path from, Path to, UnaryOperator<String> description) throws IOException {
        Files.createDirectories(to);
        try (Stream<Path> files = Files.list(from)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path copy = Files.copy(file, to.resolve(file.getFileName().toString()));
                if (copy.endsWith("experiment.json")) {
                    Files.writeString(copy, description.apply(Files.readString(copy)));
                }
            }
        }
    }

    @Test
    void claims_are_judged_by_what_there_is_and_nothing_is_measured() throws IOException {
        long files = count(monday);
        Screen screen = Screen.pipe();
        assertThat(run(screen, "claims", "small", "--judge", "--out", monday.toString()))
                .as(screen.err())
                .isZero();
        assertThat(screen.out())
                .contains("t-1  ")
                .contains("everything is the same")
                .contains("their method: none (by eye)")
                .contains("memory: ")
                .contains("an accept: inconclusive. accept-ready of virtual has not been measured")
                .endsWith("\n0 of 1 claim has a verdict; 1 needs to be measured, on a quiet machine (--due).\n");
        assertThat(count(monday)).isEqualTo(files);
    }

    @Test
    void claims_without_results_are_not_decided() {
        Path empty = folder.resolve("empty");
        Screen nothing = Screen.pipe();
        assertThat(run(nothing, "claims", "small", "--judge", "--out", empty.toString()))
                .isZero();
        assertThat(nothing.out()).contains("tiny has not been measured");
        assertThat(Files.exists(empty)).isFalse();
    }

    @Test
    void two_folders_are_compared() {
        Screen screen = Screen.pipe();
        assertThat(run(screen, "compare", monday.toString(), tuesday.toString()))
                .as(screen.err())
                .isZero();
        assertThat(screen.out())
                .contains("tiny, connections 2")
                .contains("CPU per request")
                .contains("virtual");
        Screen json = Screen.pipe();
        assertThat(run(json, "compare", monday.toString(), tuesday.toString(), "--json"))
                .isZero();
        assertThat(JsonMapper.shared().readTree(json.out()).at("/0/cell").asString())
                .isEqualTo("tiny, connections 2");
    }

    @Test
    void a_history_has_each_result_once() throws IOException {
        Path file = folder.resolve("history.csv");
        Files.deleteIfExists(file);
        for (int time = 0; time < 2; time++) {
            Screen screen = Screen.pipe();
            int code = run(screen, "history", monday.toString(), "--history", file.toString());
            // On a noisy machine these short runs may be invalid; the command then prints why and adds nothing.
            if (code == 0) {
                assertThat(Files.readString(file)).containsOnlyOnce(",selector,cpu,");
            } else {
                assertThat(screen.err()).contains("is left out, it is invalid: environment");
            }
        }
    }

    @Test
    void an_objective_needs_an_open_loop() {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), "run", "echo-server", "--workload", "ping-closed", "--slo", "5ms"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err())
                .startsWith("gearbox: --slo needs an open loop, whose rate can be set; ping-closed is a closed loop.")
                .hasLineCount(1);
    }

    private static long count(Path root) throws IOException {
        try (Stream<Path> all = Files.walk(root)) {
            return all.count();
        }
    }
}
