package dev.gearbox.cli.claims;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.cli.SmallRun;
import dev.gearbox.cli.run.SmallMap;
import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engines;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.archive.PlacementControls;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.studies.echoserver.EchoServerStudy;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code gearbox claims} compares equal servers before it judges times where server and load share cores: once, and only for times. */
final class ClaimPlacementTest {
    /** A claim about two cores is measured on shared ones; on a machine with one core it is not measured at all. */
    private static final int NEEDED = Runtime.getRuntime().availableProcessors() < 2 ? 0 : 1;

    private final List<Pinning> checked = new ArrayList<>();
    /** The times that the check does not know. */
    private List<String> unknown = List.of();

    @TempDir
    private static Path measured = Path.of(".");

    @TempDir
    private Path parent = Path.of(".");

    private Path folder = Path.of(".");

    /** The experiment is the same for each claim. */
    @BeforeAll
    static void measure() throws IOException {
        SmallRun.fiveForks(measured, study("p50"), "--cores", "shared");
    }

    @BeforeEach
    void copy() throws IOException {
        folder = parent.resolve("results");
        SmallRun.copy(measured, folder);
    }

    @Test
    void times_on_shared_cores_are_checked_once() throws IOException {
        Screen first = claims(study("p50"));
        assertThat(checked).hasSize(NEEDED).allMatch(Pinning::contended);
        assertThat(first.out().contains("First equal servers are compared")).isEqualTo(NEEDED == 1);
        assertThat(first.out().contains("an A/A: passed, all are equal")).isEqualTo(NEEDED == 1);
        Screen again = claims(study("p50"));
        assertThat(checked).hasSize(NEEDED);
        assertThat(again.out()).doesNotContain("First equal servers");
    }

    @Test
    void a_check_that_does_not_know_a_time_is_repeated_if_that_is_due() throws IOException {
        unknown = List.of("p50");
        claims(study("p50"));
        claims(study("p50"));
        assertThat(checked).hasSize(NEEDED);
        unknown = List.of();
        claims(study("p50"), "--due");
        assertThat(checked).hasSize(2 * NEEDED);
        claims(study("p50"), "--due");
        assertThat(checked).hasSize(2 * NEEDED);
    }

    @Test
    void costs_need_no_check() throws IOException {
        assertThat(claims(study("cpu")).out()).doesNotContain("First equal servers");
        assertThat(checked).isEmpty();
    }

    /** The check takes minutes. */
    @Test
    void nothing_is_checked_for_results_that_cannot_be_written() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "");
        assertThat(execute(study("p50"), Screen.pipe(), file.resolve("results")))
                .isNotZero();
        assertThat(checked).isEmpty();
    }

    private Screen claims(Study study, String... more) {
        Screen screen = Screen.pipe();
        assertThat(execute(study, screen, folder, more)).as(screen.err()).isZero();
        return screen;
    }

    private int execute(Study study, Screen screen, Path out, String... more) {
        ClaimsCommand command = new ClaimsCommand(
                screen.console(), Studies.of(new EchoServerStudy(() -> study)), (placement, results) -> {
                    checked.add(placement);
                    return new Passing(results, unknown);
                });
        return new CommandLine(command)
                .setErr(new PrintWriter(screen.console().err(), true, StandardCharsets.UTF_8))
                .execute(Stream.concat(Stream.of("small", "--out", out.toString()), Stream.of(more))
                        .toArray(String[]::new));
    }

    /** Finds that all is well, and keeps that as the real one does. */
    private record Passing(Path results, List<String> unknown) implements Check {
        @Override
        public String id() {
            return "IT-21";
        }

        @Override
        public String title() {
            return "an A/A";
        }

        @Override
        public String mark() {
            return "equal";
        }

        @Override
        public Cost cost() {
            return Cost.CHEAP;
        }

        @Override
        public CheckOutcome run(Context context) {
            Experiment measured = Archive.read(Archive.find(results).getFirst()).experiment();
            PlacementControls.put(results, measured, new PlacementControl(true, unknown, "all are equal"));
            return CheckOutcome.of(true, "all are equal");
        }
    }

    private static Study study(String metric) throws IOException {
        LoadWorkload map =
                SmallMap.of("[{arm: virtual, baseline: threads}]", "[3]").load("map");
        Claim claim = claim(metric);
        return new Study("small", "Is it so?", List.of(map), () -> List.of(claim));
    }

    private static Claim claim(String metric) throws IOException {
        String text = """
                id: t-3
                statement: on two cores they are the same
                source: this test
                their-method: {how: by eye, reported: none}
                cores: 2
                workload: map
                axes: {connections: 2, pipelining: 3}
                margin: 0.1
                parts:
                  - {name: threads, metric: %s, left: virtual, right: threads, expect: equal}
                """.formatted(metric);
        return Claim.decode(
                "t-3.yaml", new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)), new Claim.KnownNames() {
                    @Override
                    public String label(String spec, Optional<String> offload) {
                        return Engines.canonical(spec);
                    }

                    @Override
                    public void check(Claim.CellRef cell) {
                        assertThat(cell.workload()).isEqualTo("map");
                    }
                });
    }
}
