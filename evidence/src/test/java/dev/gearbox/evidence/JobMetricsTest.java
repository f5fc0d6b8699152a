package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.archive.Archive;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/** Metrics of slices that are jobs: complete or partial jobs, and a late origin. */
class JobMetricsTest {
    private static final Design DESIGN = new Design("quick", 3, 1, 0, 0.5, 0.5, 0.1, 0.95, List.of(3), false);

    private static Experiment experiment() {
        Experiment load = TestEvidence.experiment(DESIGN, "a", "b");
        return new Experiment(
                Experiment.FORMAT,
                "page-indexer",
                "fetch",
                "fetch pages",
                Map.of(),
                "http",
                Map.of("delay", "300ms"),
                Experiment.JOB,
                JsonNodeFactory.instance.objectNode(),
                load.arms(),
                "a",
                DESIGN,
                load.machine(),
                42);
    }

    /** "a" does all 1,000 units in half a second; "b" does 10 of them, one failed, in a hundredth of the ideal time. */
    private static Slice slice(int fork, String arm, boolean fit) {
        boolean all = arm.equals("a");
        long done = all ? 1000 : 10;
        long answered = all ? 1000 : 9;
        return new Slice(
                fork,
                1,
                1,
                1,
                arm,
                7,
                Instant.EPOCH,
                new Slice.Requests(
                        0.5, done * 2, answered * 2, answered, 0, done - answered, 0, 0, 0, 0, Map.of("TIMEOUT", 1L)),
                new Slice.ResourceUse(100_000, 100_000, null, null, null, null, null, 14, 70 << 20),
                new Slice.Disturbance(0, 0, 0),
                new Slice.GeneratorLag(fit, fit ? List.of() : List.of("the origin was late"), 1, 20, 0.9, 0),
                new Slice.Job(
                        500, all ? 3 : 300, done, 1000, all ? 1 : 100, 1, all ? null : 12_000.0, all ? null : 6_000.0));
    }

    private static Findings findings(boolean fit) {
        List<Evidence.Fork> forks = new ArrayList<>();
        for (int fork = 1; fork <= 3; fork++) {
            List<ForkEvent> entries = new ArrayList<>();
            Map<Evidence.Key, TimeHistograms> times = new HashMap<>();
            for (String arm : List.of("a", "b")) {
                entries.add(new ForkEvent.Measured(slice(fork, arm, fit)));
                times.put(new Evidence.Key(1, arm), TestEvidence.times(1_000_000, 500_000_000));
            }
            entries.add(new ForkEvent.BlockDone(fork, 1));
            forks.add(new Evidence.Fork(fork, entries, times));
        }
        return Analysis.of(new Evidence(experiment(), forks, List.of()));
    }

    private static double value(Metric metric, String arm) {
        return findings(true)
                .by(metric)
                .flatMap(ranking -> ranking.of(arm))
                .map(standing -> standing.value().value())
                .orElse(Double.NaN);
    }

    @Test
    void whatWasDoneInPartIsToldForTheWhole() {
        assertThat(value(Metric.ELAPSED, "a")).isCloseTo(500, within(1e-6));
        assertThat(value(Metric.ELAPSED, "b")).isCloseTo(50_000, within(1e-6));
        assertThat(value(Metric.GAP, "b")).isCloseTo(300, within(1e-6));
        assertThat(value(Metric.COMPLETED, "a")).isCloseTo(100, within(1e-6));
        assertThat(value(Metric.COMPLETED, "b")).isCloseTo(90, within(1e-6));
        assertThat(value(Metric.WORK, "b")).isCloseTo(12, within(1e-6));
        assertThat(value(Metric.STRETCH, "b")).isCloseTo(2, within(1e-6));
        assertThat(value(Metric.STRETCH, "a")).isNaN();
    }

    @Test
    void costsAreThoseOfAUnitThatCame() {
        assertThat(value(Metric.CPU, "a")).isCloseTo(100, within(1e-6));
        assertThat(value(Metric.CPU, "b")).isCloseTo(100_000 / 9.0, within(1e-6));
        assertThat(value(Metric.RATE, "a")).isCloseTo(2000, within(1e-6));
        assertThat(value(Metric.RATE, "b")).isCloseTo(18, within(1e-6));
    }

    @Test
    void anOriginThatWasLateSpoilsTimesAndNeitherCostsNorWhatCame() {
        Findings findings = findings(false);

        assertThat(findings.unfit())
                .containsKeys(Metric.ELAPSED, Metric.RATE)
                .doesNotContainKeys(Metric.CPU, Metric.COMPLETED);
        assertThat(findings.quality().notes()).anyMatch(note -> note.contains("b: errors in kept blocks: TIMEOUT 3"));
    }

    @Test
    void aLoadHasNoneOfTheseFigures(@TempDir Path folder) {
        Experiment load = TestEvidence.experiment(DESIGN, "a");
        Archive archive = Archive.open(folder, load);
        archive.append(1, TestEvidence.block(load, 1, 1), List.of(TestEvidence.times(1)));

        assertThat(Analysis.of(archive.evidence()).rankings()).doesNotContainKeys(Metric.ELAPSED, Metric.COMPLETED);
    }

    @Test
    void claimsCompareTheShareOfALoadsRequestsThatWereAnswered(@TempDir Path folder) {
        Experiment load = TestEvidence.experiment(DESIGN, "a", "b");
        Slice lost = TestEvidence.slice(1, 1, 2, "b", 10);
        Slice.Requests requests = new Slice.Requests(0.9, 80, 60, 60, 10, 10, 0, 0, 100, 0, Map.of("RESET", 10L));
        Archive archive = Archive.open(folder, load);
        archive.append(
                1,
                List.of(
                        new ForkEvent.Measured(TestEvidence.slice(1, 1, 1, "a", 10)),
                        new ForkEvent.Measured(new Slice(
                                1,
                                lost.launch(),
                                1,
                                2,
                                "b",
                                lost.seed(),
                                lost.at(),
                                requests,
                                lost.cost(),
                                lost.disturbance(),
                                lost.generator())),
                        new ForkEvent.BlockDone(1, 1)),
                List.of(TestEvidence.times(1), TestEvidence.times(1)));

        Ranking completed =
                Analysis.ofClaims(archive.evidence()).by(Metric.COMPLETED).orElseThrow();
        assertThat(completed.of("a").orElseThrow().value().value()).isCloseTo(100, within(1e-6));
        assertThat(completed.standings())
                .anySatisfy(arm -> assertThat(arm.value().value()).isCloseTo(75, within(1e-6)));
    }

    @Test
    void aJobIsReadAsItWasWritten(@TempDir Path folder) {
        Archive archive = Archive.open(folder, experiment());
        Slice written = slice(1, "b", true);
        archive.append(
                1,
                List.of(new ForkEvent.Measured(written), new ForkEvent.BlockDone(1, 1)),
                List.of(TestEvidence.times(1)));

        Evidence read = Archive.read(archive.folder());

        assertThat(read.forks().getFirst().slices()).containsExactly(written);
    }
}
