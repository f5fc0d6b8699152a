package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Caption;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.evidence.archive.Archive;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.JsonNodeFactory;

/** Metrics of slices with idle connections: a slope for each fork and kind of memory. */
class MemoryMetricsTest {
    private static final int[] NUMBERS = {5_000, 1_000, 10_000};

    private static Experiment experiment(int forks) {
        Design design = new Design("quick", forks, NUMBERS.length, 1, 8, 0, 0.1, 0.95, List.of(forks), false);
        Experiment load = TestEvidence.experiment(design, "a", "b");
        return new Experiment(
                Experiment.FORMAT,
                "echo-server",
                "idle",
                "quiet connections",
                Map.of(),
                "echo",
                Map.of(),
                Experiment.MEMORY,
                JsonNodeFactory.instance.objectNode(),
                load.arms(),
                "a",
                design,
                load.machine(),
                42);
    }

    private static Slice slice(int fork, int block, String arm, Slice.Memory memory, double foreignCores) {
        return new Slice(
                        fork,
                        1,
                        block,
                        1,
                        arm,
                        7,
                        Instant.EPOCH,
                        new Slice.Requests(8, 900, 900, 7200, 0, 0, 0, 0, memory.connections(), 0, Map.of()),
                        new Slice.ResourceUse(100_000, 100_000, null, null, null, null, null, 14, 70 << 20),
                        new Slice.Disturbance(foreignCores, 0.5, 0),
                        new Slice.GeneratorLag(false, List.of("it was late"), 1, 20, 0.9, 0))
                .holding(memory);
    }

    /** A linear increase of heap per connection, on top of the process's base memory; buffers do not grow. */
    private static Slice.Memory memory(int connections, double each, double base, @Nullable Long stacks) {
        return new Slice.Memory(
                connections,
                Math.round(base + each * connections),
                4_096L,
                stacks,
                Math.round(2 * base + 3 * each * connections),
                null,
                500L * connections);
    }

    private static Evidence evidence(double foreignCores, double[] heapOfA, double[] heapOfB) {
        List<Evidence.Fork> forks = new ArrayList<>();
        for (int fork = 1; fork <= heapOfA.length; fork++) {
            List<ForkEvent> entries = new ArrayList<>();
            for (int block = 1; block <= NUMBERS.length; block++) {
                int connections = NUMBERS[block - 1];
                entries.add(new ForkEvent.Measured(slice(
                        fork,
                        block,
                        "a",
                        memory(connections, heapOfA[fork - 1], 7e6 + fork * 1e6, 8L * connections),
                        foreignCores)));
                entries.add(new ForkEvent.Measured(slice(
                        fork,
                        block,
                        "b",
                        memory(connections, heapOfB[fork - 1], 5e6, block == 2 ? null : (Long) 8L),
                        foreignCores)));
                entries.add(new ForkEvent.BlockDone(fork, block));
            }
            entries.add(new ForkEvent.ForkDone(fork));
            forks.add(new Evidence.Fork(fork, entries, Map.of()));
        }
        return new Evidence(experiment(heapOfA.length), forks, List.of());
    }

    private static Ranking.RankedArm standing(Findings findings, Metric metric, String arm) {
        return findings.by(metric).flatMap(ranking -> ranking.of(arm)).orElseThrow();
    }

    /** Forks with 1000/e^0.01, 1000, 1000·e^0.01 bytes; t(0.975, 2) = 4.302653, s = 0.01 on the logarithmic scale. */
    @Test
    void hasASlopeForEachKindWithTheIntervalOverForks() {
        double[] about = {1_000 * Math.exp(-0.01), 1_000, 1_000 * Math.exp(0.01)};
        Findings findings = Analysis.of(evidence(0, about, new double[] {3_000, 3_000, 3_000}));

        Ranking.RankedArm heap = standing(findings, Metric.IDLE_HEAP, "a");
        assertThat(heap.value().value()).isCloseTo(1_000, within(1e-2));
        assertThat(Math.log(heap.value().high() / heap.value().value()))
                .isCloseTo(4.302653 * 0.01 / Math.sqrt(3), within(1e-5));
        assertThat(standing(findings, Metric.IDLE_RESIDENT, "a").value().value())
                .isCloseTo(3_000, within(1e-2));
        assertThat(standing(findings, Metric.IDLE_KERNEL, "b").value().value()).isCloseTo(500, within(1e-6));
        assertThat(standing(findings, Metric.IDLE_STACKS, "a").value().value()).isCloseTo(8, within(1e-6));
        Ranking.RankedArm dearer = standing(findings, Metric.IDLE_HEAP, "b");
        assertThat(dearer.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(dearer.ratio().value()).isCloseTo(3, within(1e-4));
    }

    @Test
    void whatDoesNotGrowWithConnectionsIsEqualForAll() {
        Findings findings = Analysis.of(evidence(0, new double[] {1_000, 1_001}, new double[] {3_000, 3_001}));
        Ranking.RankedArm direct = standing(findings, Metric.IDLE_DIRECT, "b");
        assertThat(direct.value().value()).isCloseTo(0, within(1e-6));
        assertThat(direct.verdict()).isEqualTo(Verdict.EQUIVALENT);
    }

    @Test
    void aKindThatCouldNotAlwaysBeReadIsLeftOut() {
        Findings findings = Analysis.of(evidence(0, new double[] {1_000, 1_001}, new double[] {3_000, 3_001}));
        assertThat(findings.by(Metric.IDLE_STACKS).orElseThrow().of("b")).isEmpty();
        assertThat(findings.rankings()).doesNotContainKey(Metric.IDLE_SOCKETS);
    }

    @Test
    void oneForkHasNoInterval() {
        Ranking.RankedArm alone =
                standing(Analysis.of(evidence(0, new double[] {1_000}, new double[] {3_000})), Metric.IDLE_HEAP, "b");
        assertThat(alone.value().bounded()).isFalse();
        assertThat(alone.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void whoComputesBesidesDoesNotChangeWhatIsHeld() {
        Findings findings = Analysis.of(evidence(0.9, new double[] {1_000, 1_001}, new double[] {3_000, 3_001}));
        assertThat(findings.quality().valid()).isTrue();
        assertThat(findings.quality().kept()).isEqualTo(6);
        assertThat(findings.unfit()).isEmpty();
    }

    @Test
    void theLoadThatHoldsConnectionsHasNoFiguresOfItsOwn() {
        Findings findings = Analysis.of(evidence(0, new double[] {1_000, 1_001}, new double[] {3_000, 3_001}));
        assertThat(Metric.IDLE).containsAll(findings.rankings().keySet());
        assertThat(Caption.of(findings))
                .contains("idle connections, in a fresh JVM for each number of them")
                .doesNotContain("ceiling");
    }

    @Test
    void itIsReadAsItWasWritten(@TempDir Path folder) {
        try (Archive archive = Archive.open(folder, experiment(1))) {
            Slice written = slice(1, 1, "a", memory(1_000, 1_000, 5e6, null), 0);
            archive.append(
                    1,
                    List.of(new ForkEvent.Measured(written), new ForkEvent.BlockDone(1, 1)),
                    List.of(new TimeHistograms(Map.of())));

            Evidence read = Archive.read(archive.folder());

            assertThat(read.damage()).isEmpty();
            assertThat(read.forks().getFirst().slices()).containsExactly(written);
        }
    }
}
