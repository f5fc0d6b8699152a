package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.run.SmallMap;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engines;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.workload.LoadWorkload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code gearbox run} and {@code gearbox claims} on a workload that compares in pairs. */
final class RunPairsTest {
    @TempDir
    private Path folder = Path.of(".");

    @Test
    void pairs_are_compared_two_by_two() throws IOException {
        Screen screen = Screen.pipe();
        String pairs = "[{arm: reactors?threads=2, baseline: selector}]";
        int code = SmallRun.in(folder, screen, SmallMap.of(pairs, "[1, 3]"), SmallRun.shortly(1, "--quick"));
        assertThat(code).as(screen.err()).isZero();
        assertThat(Archive.find(folder)).hasSize(4).allSatisfy(each -> {
            Evidence evidence = Archive.read(each);
            assertThat(evidence.experiment().baseline()).isEqualTo("selector");
            assertThat(evidence.experiment().arms())
                    .extracting(arm -> arm.label())
                    .containsExactly("selector", "reactors?threads=2");
            assertThat(evidence.forks()).hasSize(1).allMatch(Evidence.Fork::done);
            List<Slice> slices = evidence.forks().stream()
                    .flatMap(fork -> fork.slices().stream())
                    .toList();
            // On a busy machine a single window may see no answer.
            assertThat(slices).anyMatch(slice -> slice.traffic().answered() > 0);
            assertThat(slices)
                    .hasSize(4)
                    .allMatch(slice -> slice.traffic().errors().isEmpty())
                    .extracting(slice -> String.valueOf(slice.traffic().connections()))
                    .containsOnly(evidence.experiment().parameters().get("connections"));
        });
        assertThat(screen.out()).contains("map: CPU per request, reactors?threads=2 against selector");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("class=\"heat\"");
    }

    @Test
    void a_claim_about_a_map_needs_no_more_than_its_pairs() throws IOException {
        LoadWorkload map = SmallMap.of(
                        "[{arm: virtual, baseline: threads}, {arm: reactors?threads=2, baseline: selector}]", "[3]")
                .load("map");
        Study study = new Study("small", "Is it so?", List.of(map), () -> List.of(claim()));
        List<Path> measured = SmallRun.fiveForks(folder, study);
        assertThat(measured).as("two pairs").hasSize(2);
        Screen claims = Screen.pipe();
        assertThat(Main.run(claims.console(), () -> study, "claims", "small", "--out", folder.toString()))
                .as(claims.err())
                .isZero();
        assertThat(claims.out()).contains("t-2").doesNotContain("has not been measured");
        assertThat(Archive.find(folder)).isEqualTo(measured);

        // One fork that differs from the others: nothing is shown, and nothing is missing either.
        rewrite(measured, ".jsonl", "\"(foreignCores|steal|away)\":[^,}]+", "\"$1\":0.0");
        String other = "(\"arm\":\"(virtual|reactors[^\"]*)\".*\"userMicros\":)";
        rewrite(measured, "fork-02.jsonl", other, "$19");
        assertThat(due(study))
                .contains("inconclusive")
                .contains("0 of 1 claim has a verdict; more forks would probably give one to ");
        assertThat(Archive.find(folder)).isEqualTo(measured);

        // The same of another build, which therefore would be measured again.
        rewrite(measured, "fork-02.jsonl", other + "9", "$1");
        rewrite(measured, "experiment.json", "\"commit\" *: *\"[^\"]*\"", "\"commit\" : \"another\"");
        assertThat(due(study))
                .contains("Every claim has a verdict, so nothing is measured")
                .doesNotContain("inconclusive")
                .contains("1 of 1 claim has a verdict.");
        assertThat(Archive.find(folder)).isEqualTo(measured);
    }

    /** Returns all that is printed. */
    private String due(Study study) {
        Screen screen = Screen.pipe();
        assertThat(Main.run(screen.console(), () -> study, "claims", "small", "--due", "--out", folder.toString()))
                .as(screen.err())
                .isZero();
        return screen.err() + screen.out();
    }

    private static void rewrite(List<Path> results, String suffix, String pattern, String replacement)
            throws IOException {
        for (Path each : results) {
            try (Stream<Path> files = Files.list(each)) {
                for (Path file :
                        files.filter(one -> one.toString().endsWith(suffix)).toList()) {
                    Files.writeString(file, Files.readString(file).replaceAll(pattern, replacement));
                }
            }
        }
    }

    private static Claim claim() {
        String text = """
                id: t-2
                statement: they are the same
                source: this test
                their-method: {how: by eye, reported: none}
                workload: map
                axes: {connections: 2, pipelining: 3}
                margin: 0.1
                parts:
                  - {name: threads, metric: cpu, left: virtual, right: threads, expect: equal}
                  - {name: selectors, metric: cpu, left: reactors?threads=2, right: selector, expect: equal}
                """;
        try {
            return Claim.decode(
                    "t-2.yaml",
                    new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
                    new Claim.KnownNames() {
                        @Override
                        public String label(String spec, Optional<String> offload) {
                            return Engines.canonical(spec);
                        }

                        @Override
                        public void check(Claim.CellRef cell) {
                            assertThat(cell.workload()).isEqualTo("map");
                        }
                    });
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
