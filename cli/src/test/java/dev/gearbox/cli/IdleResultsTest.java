package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.MemoryWorkload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Idle connections are handled like all workloads: the commands on the results of a small experiment, measured once. */
final class IdleResultsTest {
    private static final String WORKLOAD = """
            kind: memory
            name: held
            summary: a few that are quiet
            source: this test
            protocol: echo
            axes: {quiet: [50, 400]}
            over: quiet
            arrivals: {model: closed, users: 1}
            script: [connect, {repeat: {steps: [{send: {bytes: 8}}, {expect: echo}, {pause: 10ms}]}}]
            background:
              - name: quiet
                users: $quiet
                script: [connect, {send: {text: hello}}, {expect: echo}, {repeat: {steps: [{pause: 1h}]}}]
            """;

    private static final String CLAIM = """
            id: t-2
            statement: a thread takes more than a key
            source: this test
            their-method: {how: by eye, reported: none}
            workload: held
            margin: 0.1
            parts:
              - {name: resident, metric: idle-resident, left: selector, right: threads, expect: left-lower}
            """;

    @TempDir
    private static Path folder = Path.of(".");

    private static Path monday = Path.of(".");
    private static Screen first = Screen.pipe();

    private static Study study() {
        try {
            MemoryWorkload held = MemoryWorkload.decode("held.yaml", stream(WORKLOAD));
            return new Study(
                    "small", "What does a quiet one hold?", java.util.List.of(held), () -> java.util.List.of(claim()));
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static Claim claim() {
        try {
            return Claim.decode("t-2.yaml", stream(CLAIM), new Claim.KnownNames() {
                @Override
                public String label(String spec, Optional<String> offload) {
                    return spec;
                }

                @Override
                public void check(Claim.CellRef cell) {
                    study().requireOne(cell);
                }
            });
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static ByteArrayInputStream stream(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private static Screen run(String... words) {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), IdleResultsTest::study, words))
                .as(screen.err())
                .isZero();
        return screen;
    }

    private static Screen measured(String... more) {
        return run(Stream.concat(
                        Stream.of(
                                "run",
                                "small",
                                "--engine",
                                "selector",
                                "--engine",
                                "threads",
                                "--forks",
                                "1",
                                "--patience",
                                "0s",
                                "--out",
                                monday.toString()),
                        Stream.of(more))
                .toArray(String[]::new));
    }

    @BeforeAll
    static void measure() {
        monday = folder.resolve("monday");
        first = measured();
    }

    @Test
    void a_run_tells_what_an_idle_connection_takes_of_each_kind() {
        assertThat(first.out())
                .contains("2 arms, 1 fork of 2 blocks")
                .contains("Resident memory per idle connection, relative to selector (lower is better)")
                .containsPattern("resident B +heap B +direct B")
                .contains("idle connections, in a fresh JVM for each number of them")
                .contains("Report: ");
        assertThat(first.err().lines())
                .as("at most its progress, if the machine is busy and it takes long")
                .allMatch(line -> line.matches(" *[0-9]+ %  fork 1/1 .*"));
    }

    @Test
    void what_was_measured_is_not_measured_again() {
        assertThat(measured().out()).contains("2 arms, 1 fork of 2 blocks: already measured");
    }

    @Test
    void json_has_the_figures_as_rankings() {
        JsonNode tree = JsonMapper.shared().readTree(measured("--json").out());
        assertThat(tree.at("/cells/0/loop").asString()).isEqualTo("memory");
        assertThat(tree.at("/cells/0/rankings").findValuesAsString("metric"))
                .contains("idle-resident", "idle-heap", "idle-direct", "idle-kernel")
                .doesNotContain("cpu", "p50", "rate");
    }

    @Test
    void a_report_has_them_and_the_claims_about_them() {
        assertThat(run("report", monday.toString(), "--markdown").out())
                .contains("resident memory per idle connection")
                .contains("heap per idle connection")
                .contains("t-2");
        assertThat(run("claims", "small", "--judge", "--out", monday.toString()).out())
                .contains("t-2  ")
                .contains("resident: ")
                .doesNotContain("has not been measured");
    }

    @Test
    void two_folders_are_compared_by_them() throws IOException {
        Path tuesday = folder.resolve("tuesday");
        SmallRun.copy(monday, tuesday);
        assertThat(run("compare", monday.toString(), tuesday.toString()).out())
                .contains("resident memory per idle connection")
                .contains("heap per idle connection")
                .contains("threads");
    }
}
