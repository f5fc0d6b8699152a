package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.SmallRun;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engines;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Spread;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyTour;
import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.studies.echoserver.EchoServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox run} with real measurements, on a study that takes little time. */
@Timeout(600)
public final class RunCommandTest {
    @TempDir
    private Path folder = Path.of(".");

    public static Study study(String measure, String expect) {
        return new Study("small", "What is there to see?", List.of(workload("tiny", measure, expect)));
    }

    private static LoadWorkload workload(String name, String measure, String expect) {
        String file = """
                name: %3$s
                summary: the shortest of all workloads
                source: this test
                protocol: echo
                axes: {connections: [2]}
                timeout: 300ms
                arrivals: {model: closed, users: $connections}
                script:
                  - connect
                  - repeat:
                      steps:
                        - send: {bytes: 8}
                        - expect: %2$s
                        - pause: 2ms
                quick: {warm-up: 50ms, measure: %1$s}
                full: {warm-up: 50ms, measure: %1$s}
                """.formatted(measure, expect, name);
        return decoded(name, file);
    }

    private static LoadWorkload decoded(String name, String file) {
        try {
            return LoadWorkload.decode(name + ".yaml", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    @Test
    void prints_what_it_compares_writes_the_report_and_measures_nothing_twice() throws IOException {
        Screen screen = Screen.pipe();
        String[] words = SmallRun.shortly(2, "--engine", "selector", "--engine", "ref-selector", "--quick");
        int code = SmallRun.in(folder, screen, study("200ms", "echo"), words);
        assertThat(code).as(screen.err()).isZero();
        List<String> lines = screen.out().lines().toList();
        assertThat(lines.getFirst()).startsWith("What is there to see?");
        assertThat(lines)
                .anyMatch(line ->
                        line.matches("2 arms, 2 forks of 2 blocks: .*; can detect differences from about .* %.*"))
                .anyMatch(line -> line.startsWith("tiny, connections 2"))
                .anyMatch(line -> line.startsWith("Dropped: "));
        Path page = folder.resolve("report.html");
        assertThat(lines.getLast()).isEqualTo("Report: " + page + "   Raw results: " + folder);
        assertThat(Files.readString(page)).startsWith("<!DOCTYPE html>");
        Evidence evidence = Archive.read(Archive.find(folder).getFirst());
        assertThat(evidence.forks()).hasSize(2).allMatch(Evidence.Fork::done);
        List<Slice> slices = evidence.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .toList();
        assertThat(slices).filteredOn(slice -> slice.block() <= 2).hasSize(8);
        assertThat(lines.get(lines.size() - 2)).matches(".*(comparison is|comparisons are) decided.*\\.");
        // On a busy machine a single window may see no answer, but not all windows of an arm.
        assertThat(slices.stream()
                        .collect(Collectors.groupingBy(
                                Slice::arm,
                                Collectors.summingLong(slice -> slice.traffic().answered()))))
                .containsOnlyKeys("selector", "ref-selector")
                .allSatisfy((arm, answered) -> assertThat(answered).as(arm).isPositive());
        assertThat(screen.err()).isEmpty();
        assertThat(ProcessHandle.current().children()).isEmpty();

        Screen again = Screen.pipe();
        assertThat(SmallRun.in(folder, again, study("200ms", "echo"), words)).isZero();
        assertThat(Archive.read(Archive.find(folder).getFirst())).isEqualTo(evidence);

        Screen anew = Screen.pipe();
        assertThat(Main.run(
                        anew.console(),
                        () -> study("200ms", "echo"),
                        "report",
                        folder.toString(),
                        "--html",
                        folder.resolve("b.html").toString()))
                .isZero();
        assertThat(folder.resolve("b.html")).hasSameBinaryContentAs(page);
    }

    @Test
    void json_is_all_that_it_prints() {
        Screen screen = Screen.terminal(100);
        // On a busy machine two windows of 200 ms may see no answer, which is exit code 2.
        String[] words = ("--engine virtual --connections 3 --json --forks 1 --blocks 2 --slice 1s"
                        + " --warm-up 100ms --patience 0s --cores shared")
                .split(" ");
        assertThat(SmallRun.in(folder, screen, study("200ms", "echo"), words))
                .as(screen.err())
                .isZero();
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        assertThat(tree.at("/cells/0/title").asString())
                .startsWith("tiny, connections 3 (server and load share cores ");
        assertThat(screen.err()).contains("virtual").endsWith(Console.CLEAR);
    }

    @Test
    void the_same_engine_twice_is_a_comparison_of_no_difference() {
        Screen screen = Screen.pipe();
        int code = SmallRun.in(
                folder,
                screen,
                study("200ms", "echo"),
                SmallRun.shortly(1, "--engine", "selector", "--engine", "selector", "--cores", "shared"));
        assertThat(code).as(screen.err()).isZero();
        assertThat(Archive.read(Archive.find(folder).getFirst()).experiment().arms())
                .extracting(arm -> arm.label())
                .containsExactly("selector", "selector (copy)");
    }

    @Test
    void an_axis_takes_other_values() {
        Screen screen = Screen.pipe();
        String[] words = SmallRun.shortly(1, "--engine", "selector", "--set", "connections=1,3", "--cores", "shared");
        assertThat(SmallRun.in(folder, screen, study("200ms", "echo"), words))
                .as(screen.err())
                .isZero();
        assertThat(Archive.find(folder))
                .extracting(each -> Archive.read(each).experiment().parameters().get("connections"))
                .containsExactlyInAnyOrder("1", "3");
        assertThat(Archive.read(Archive.find(folder).getFirst())
                        .experiment()
                        .design()
                        .warmSeconds())
                .isEqualTo(0.1);
    }

    @Test
    void an_axis_that_is_none_is_exit_code_2() {
        assertRefused("unknown axis \"rat\"", "--set", "rat=40000");
        assertRefused("--set cannot be \"connections\". It takes an axis and its values", "--set", "connections");
        assertRefused("--set cannot be \"connections=1,\"", "--set", "connections=1,");
        assertRefused("two options set connections", "--set", "connections=1", "--connections", "3");
        assertRefused("--warm-up cannot be \"long\"", "--warm-up", "long");
    }

    private void assertRefused(String why, String... words) {
        Screen screen = Screen.pipe();
        assertThat(SmallRun.in(folder, screen, study("200ms", "echo"), words)).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err()).startsWith("gearbox: ").contains(why).hasLineCount(1);
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void pairs_that_are_none_are_exit_code_2() {
        Screen unknown = Screen.pipe();
        assertThat(SmallRun.in(folder, unknown, SmallMap.of("[{arm: uringg, baseline: selector}]", "[1, 3]")))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(unknown.err())
                .startsWith("gearbox: no engine \"uringg\". Did you mean uring?")
                .hasLineCount(1);
        Screen wrong = Screen.pipe();
        assertThat(Main.run(
                        wrong.console(),
                        () -> SmallMap.of("[{arm: virtual, base: selector}]", "[1, 3]"),
                        "run",
                        "small"))
                .isEqualTo(ExitCode.REFUSED);
        assertThat(wrong.err())
                .startsWith("gearbox: map.yaml: pairs[0]: unknown key \"base\". Did you mean baseline?")
                .hasLineCount(1);
    }

    @Test
    void no_answer_at_all_is_exit_code_2_with_what_to_look_at() {
        Screen screen = Screen.pipe();
        int code = SmallRun.in(
                folder,
                screen,
                study("200ms", "{bytes: 9}"),
                SmallRun.shortly(1, "--engine", "selector", "--cores", "shared"));
        assertThat(code).isEqualTo(ExitCode.REFUSED);
        assertThat(screen.err())
                .startsWith("gearbox: no request was answered in tiny connections=2. Does the workload expect")
                .hasLineCount(1);
    }

    @Test
    void one_that_fails_is_exit_code_1_and_the_others_go_on() {
        Study study = new Study(
                "small",
                "What is there to see?",
                List.of(workload("deaf", "200ms", "{bytes: 9}"), workload("tiny", "200ms", "echo")));
        Screen screen = Screen.pipe();
        String[] words = {
            "--engine",
            "selector",
            "--forks",
            "1",
            "--blocks",
            "1",
            "--slice",
            "200ms",
            "--warm-up",
            "100ms",
            "--patience",
            "0s",
            "--cores",
            "shared"
        };
        assertThat(SmallRun.in(folder, screen, study, words)).isEqualTo(1);
        assertThat(screen.err()).startsWith("gearbox: deaf connections=2: no request was answered");
        assertThat(screen.out()).contains("tiny, connections 2").contains("Report: ");
    }

    @Test
    void an_interruption_keeps_what_is_finished_and_no_process() throws Exception {
        Screen screen = Screen.terminal(100);
        AtomicInteger code = new AtomicInteger(-1);
        Thread worker = Thread.ofPlatform()
                .start(() -> code.set(SmallRun.in(
                        folder,
                        screen,
                        study("60s", "echo"),
                        "--engine",
                        "selector",
                        "--forks",
                        "1",
                        "--blocks",
                        "1000",
                        "--slice",
                        "60ms",
                        "--cores",
                        "shared")));
        while (worker.isAlive() && ProcessHandle.current().children().count() < 2) {
            LockSupport.parkNanos(1_000_000);
        }
        worker.interrupt();
        worker.join();
        assertThat(code).hasValue(ExitCode.INTERRUPTED);
        assertThat(screen.err())
                .containsPattern(
                        "Stopped. \\d+ blocks? (is|are) kept in .*; the same command continues from there.\n$");
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    void the_tour_takes_no_more_than_five_minutes_and_has_an_arm_of_each_kind() {
        StudyTour tour = EchoServer.study().tour().orElseThrow();
        Design design = new Effort.Tour(tour.time()).design(tour.arms().size(), 0, 0.1);
        LoadWorkload workload = EchoServer.study().load(tour.workload());
        Map<String, List<String>> axes = tour.set().entrySet().stream()
                .collect(Collectors.toMap(Map.Entry::getKey, axis -> List.of(axis.getValue())));
        assertThat(workload.cells(Length.QUICK, axes)).singleElement().satisfies(cell -> {
            assertThat(cell.label()).isEqualTo("ping connections=100 bytes=64 rate=10000");
            assertThat(ExperimentRun.expected(design, tour.arms().size(), cell)).isLessThan(Duration.ofMinutes(5));
        });
        assertThat(design.forks()).isGreaterThanOrEqualTo(3);
        assertThat(tour.arms().stream().map(spec -> spec.split("[?-]", 2)[0]))
                .contains(
                        "threads",
                        "pool",
                        "virtual",
                        "selector",
                        "reactors",
                        "async",
                        "epoll",
                        "uring",
                        "netty",
                        "mina");
        List<String> models =
                Engines.models().stream().map(model -> model.card().name()).toList();
        assertThat(models)
                .containsAll(tour.arms().stream()
                        .map(spec -> spec.split("\\?", 2)[0])
                        .toList());
    }

    @Test
    void the_tour_begins_with_its_answer_and_ends_with_its_report() throws IOException {
        Study small = study("200ms", "echo");
        Study toured = new Study(
                small.name(),
                small.question(),
                small.workloads(),
                small.claims(),
                Optional.empty(),
                Optional.of(new StudyTour(
                        "Which is cheaper?",
                        "tiny",
                        Map.of("connections", "2"),
                        "selector",
                        List.of("selector", "virtual"),
                        Duration.ofSeconds(1))));
        Screen screen = Screen.pipe();
        String[] words = {"run", "--patience", "0s", "--cores", "shared", "--out", folder.toString()};
        int code = Main.run(screen.console(), () -> toured, words);
        assertThat(code).as(screen.err()).isZero();
        List<String> lines = screen.out().lines().toList();
        assertThat(lines.getFirst()).startsWith("Which is cheaper? ");
        // On a busy machine nothing may be concluded, so whether there is a table is not asked here.
        assertThat(lines).anyMatch(line -> line.startsWith("tiny, connections 2 (server and load share cores "));
        assertThat(lines.getLast()).isEqualTo("Report: " + folder.resolve("report.html") + "   Raw results: " + folder);
        assertThat(screen.err())
                .startsWith("Which is cheaper?        at most about ")
                .contains("2 arms, 3 forks of ");
        Design design =
                Archive.read(Archive.find(folder).getFirst()).experiment().design();
        assertThat(design.spread()).isEqualTo(Spread.MODERATED);

        Screen again = Screen.pipe();
        assertThat(Main.run(again.console(), () -> toured, words)).isZero();
        assertThat(again.out()).isEqualTo(screen.out());
        assertThat(again.err()).contains("already measured");
    }
}
