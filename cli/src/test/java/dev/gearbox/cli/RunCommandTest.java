package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engines;
import dev.gearbox.lab.ResultFiles;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.Subject;
import dev.gearbox.lab.TrialResult;
import dev.gearbox.lab.Workload;
import dev.gearbox.studies.echoserver.EchoServer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox run} through real trials, on a study that takes no time. */
@Timeout(60)
final class RunCommandTest {
    @TempDir
    private Path folder = Path.of(".");

    private static Study study(String measure, String expect) {
        String file = """
                name: tiny
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
                quick: {warm-up: 50ms, measure: %1$s}
                normal: {warm-up: 50ms, measure: %1$s}
                full: {warm-up: 50ms, measure: %1$s}
                """.formatted(measure, expect);
        try {
            return new Study(
                    "small",
                    "What is there to see?",
                    List.of(Workload.decode(
                            "tiny.yaml", new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)))));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private int run(Screen screen, Study study, String... words) {
        List<String> all = Stream.concat(Stream.of("run", "small", "--out", folder.toString()), Stream.of(words))
                .toList();
        return Main.run(screen.console(), () -> study, all.toArray(String[]::new));
    }

    @Test
    void prints_a_table_with_the_price_of_the_abstraction_and_where_the_results_are() throws IOException {
        Screen screen = Screen.pipe();
        int code = run(screen, study("200ms", "echo"), "--engine", "selector", "--engine", "ref-selector", "--quick");
        assertThat(code).as(screen.err()).isZero();
        List<String> lines = screen.out().lines().toList();
        assertThat(lines.getFirst()).startsWith("What is there to see?").endsWith("2 trials");
        assertThat(lines).contains("tiny, connections 2", "the shortest of all workloads");
        assertThat(lines)
                .anyMatch(line -> line.matches(
                        "engine +requests/s +p50 µs +p99 µs +CPU µs/req +switches/req +threads +MiB +waiting +errors"))
                .anyMatch(line -> line.matches("selector +[0-9,]+ .* 0 +0"))
                .anyMatch(line -> line.matches("ref-selector +[0-9,]+ .* 0 +0"))
                .anyMatch(line -> line.matches("Adapter tax .*: selector \\d+\\.\\d\\d.*"));
        Path results = Path.of(lines.getLast().replaceFirst("Raw results: ", ""));
        assertThat(ResultFiles.readAll(results)).hasSize(2).allMatch(TrialResult::succeeded);
        assertThat(screen.err()).isEmpty();
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    void json_is_all_that_it_prints() {
        Screen screen = Screen.terminal(100);
        assertThat(run(screen, study("200ms", "echo"), "--engine", "virtual", "--connections", "3", "--json"))
                .isZero();
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        assertThat(tree.at("/trials/0/engine").asString()).isEqualTo("virtual");
        assertThat(tree.at("/trials/0/parameters/connections").asString()).isEqualTo("3");
        assertThat(tree.at("/trials/0/metrics/requestsPerSecond").asDouble()).isPositive();
        assertThat(Path.of(tree.path("results").asString())).isDirectory();
        assertThat(screen.err()).contains("virtual: tiny").endsWith(Console.CLEAR);
    }

    @Test
    void nothing_but_failures_is_exit_code_2_with_the_first_cause() {
        Screen screen = Screen.pipe();
        int code = run(screen, study("200ms", "{bytes: 9}"), "--engine", "selector");
        assertThat(code).isEqualTo(Main.REFUSED);
        assertThat(screen.err())
                .startsWith("gearbox: nothing succeeded; the first failure: no request was answered")
                .hasLineCount(1);
        assertThat(screen.out()).contains("selector: no request was answered");
    }

    @Test
    void an_interruption_keeps_nothing_half_written_and_no_process() throws Exception {
        Screen screen = Screen.terminal(100);
        AtomicInteger code = new AtomicInteger(-1);
        Thread worker =
                Thread.ofPlatform().start(() -> code.set(run(screen, study("60s", "echo"), "--engine", "selector")));
        while (worker.isAlive() && ProcessHandle.current().children().count() < 2) {
            Thread.onSpinWait();
        }
        worker.interrupt();
        worker.join();
        assertThat(code).hasValue(Main.INTERRUPTED);
        assertThat(screen.err()).endsWith("Stopped. No trial had ended, so nothing is kept.\n");
        assertThat(ProcessHandle.current().children()).isEmpty();
        try (Stream<Path> left = Files.list(folder)) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void the_tour_fits_into_three_minutes() {
        Contests tour = new Contests(
                Tour.contests(EchoServer.study()), new ProgressBar(Screen.pipe().console()));
        assertThat(tour.expected()).isLessThan(Duration.ofMinutes(3));
    }

    @Test
    void the_tour_shows_every_model_and_a_pool_that_is_too_small() {
        List<Contest> tour = Tour.contests(EchoServer.study());
        assertThat(tour)
                .extracting(contest -> contest.cell().label())
                .containsExactly("ping connections=100 bytes=64 rate=20000", "hello-bye connections=1000");
        for (Contest contest : tour) {
            List<String> labels =
                    contest.subjects().stream().map(Subject::label).toList();
            assertThat(labels).contains("pool?threads=" + contest.cell().connections(), "pool?threads=5");
            Engines.models()
                    .forEach(model -> assertThat(labels)
                            .anyMatch(label ->
                                    label.split("\\?", 2)[0].equals(model.card().name())));
        }
        assertThat(tour.getFirst().subjects())
                .anyMatch(subject -> subject.label().equals("ref-selector"));
    }
}
