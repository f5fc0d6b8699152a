package dev.gearbox.lab.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Simulated experiments whose blocks are disturbed, from the queue of blocks to the verdict. With equal arms, one verdict in twenty may be false. Writes
 * {@code target/replaced-blocks.md}; {@code -Ddeep} compares it with the table of decision 0024.
 */
@Tag("deep")
class ReplacingTest {
    private static final boolean DEEP = Boolean.getBoolean("gearbox.deep");
    private static final int RUNS = DEEP ? 2_000 : 300;
    private static final long SEED = 20261125;
    private static final double EFFECT = Math.log(1.10);

    /** The most false verdicts at 5 % that chance explains in 99 of 100 cases, as a share. */
    private static final double MOST = 0.05 + 2.33 * Math.sqrt(0.05 * 0.95 / RUNS);

    /** The outcomes of simulated runs. */
    private record Outcome(boolean different, boolean undecidable, double time) {
        static Outcome of(double busy, double effect, boolean replaces, DisturbedRun.Gate gate, int run) {
            long seed = SEED + 7919L * run;
            Thief thief = new Thief(busy, seed ^ 0x5DEECE66DL);
            DisturbedRun simulated = new DisturbedRun(thief, effect, gate, seed);
            Findings findings = Analysis.of(simulated.evidence(replaces));
            Verdict verdict = findings.by(Metric.CPU)
                    .flatMap(ranking -> ranking.of(DisturbedRun.B))
                    .map(Ranking.RankedArm::verdict)
                    .orElse(Verdict.INVALID);
            return new Outcome(
                    verdict == Verdict.BETTER || verdict == Verdict.WORSE,
                    !findings.quality().valid(),
                    simulated.seconds() / DisturbedRun.ANNOUNCED);
        }
    }

    private record Outcomes(List<Outcome> all) {
        static Outcomes of(int runs, double busy, double effect, boolean replaces, DisturbedRun.Gate gate) {
            return new Outcomes(IntStream.range(0, runs)
                    .parallel()
                    .mapToObj(run -> Outcome.of(busy, effect, replaces, gate, run))
                    .toList());
        }

        double different() {
            return share(Outcome::different);
        }

        double undecidable() {
            return share(Outcome::undecidable);
        }

        private double share(Predicate<Outcome> which) {
            return all.stream().filter(which).count() / (double) all.size();
        }

        DoubleSummaryStatistics time() {
            return all.stream().mapToDouble(Outcome::time).summaryStatistics();
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.10, 0.25, 0.50})
    void oneVerdictOnEqualArmsInTwentyIsFalse(double busy) {
        Outcomes equal = Outcomes.of(RUNS, busy, 0, true, DisturbedRun.Gate.HONEST);

        assertThat(equal.different()).isLessThanOrEqualTo(MOST);
        assertThat(equal.time().getMax()).as("in announced times").isLessThan(2.01);
    }

    /** In bursts of some milliseconds, so that hardly a slice is free of it: costs are those beside it then. */
    @ParameterizedTest
    @ValueSource(doubles = {0.25, 0.50})
    void besideAProgramThatIsAlwaysThereCostsHaveVerdictsOfWhichOneInTwentyIsFalse(double busy) {
        List<Findings> equal = besideBursts(busy, 0);
        List<Findings> unequal = besideBursts(busy, EFFECT);

        assertThat(equal)
                .allMatch(findings ->
                        findings.quality().valid() && findings.quality().foreignCores() != null);
        assertThat(share(equal)).isLessThanOrEqualTo(MOST);
        assertThat(share(unequal)).isGreaterThan(0.3);
    }

    private static List<Findings> besideBursts(double busy, double effect) {
        return IntStream.range(0, RUNS)
                .parallel()
                .mapToObj(run -> {
                    long seed = SEED + 7919L * run;
                    Thief bursts = new Thief(busy, 0.02, seed ^ 0x5DEECE66DL);
                    return Analysis.ofReport(
                            new DisturbedRun(bursts, effect, DisturbedRun.Gate.HONEST, seed).evidence(true));
                })
                .toList();
    }

    private static double share(List<Findings> runs) {
        return runs.stream()
                        .map(findings -> findings.by(Metric.CPU)
                                .flatMap(ranking -> ranking.of(DisturbedRun.B))
                                .map(Ranking.RankedArm::verdict)
                                .orElse(Verdict.INVALID))
                        .filter(verdict -> verdict == Verdict.BETTER || verdict == Verdict.WORSE)
                        .count()
                / (double) runs.size();
    }

    /** The test above must be able to fail: here a block is called disturbed if the second arm looks dear in it. */
    @Test
    void replacingByValueDecidesTheResult() {
        DisturbedRun.Gate wishful =
                (slice, cores) -> slice.arm().equals(DisturbedRun.B) && slice.micros() > 10 ? 1 : cores;

        assertThat(Outcomes.of(RUNS, 0.10, 0, true, wishful).different()).isGreaterThan(0.5);
    }

    @Test
    void replacedBlocksDecideWhatDroppedOnesCannot() {
        Outcomes dropped = Outcomes.of(RUNS, 0.25, EFFECT, false, DisturbedRun.Gate.HONEST);
        Outcomes replaced = Outcomes.of(RUNS, 0.25, EFFECT, true, DisturbedRun.Gate.HONEST);

        assertThat(dropped.undecidable()).isGreaterThan(0.3);
        assertThat(replaced.undecidable()).isLessThan(0.05);
        assertThat(replaced.different()).isGreaterThan(dropped.different() + 0.25);
    }

    @Test
    void aQuietMachineGivesTheSameEitherWay() {
        DisturbedRun one = new DisturbedRun(new Thief(0, 1), EFFECT, DisturbedRun.Gate.HONEST, 1);
        DisturbedRun other = new DisturbedRun(new Thief(0, 1), EFFECT, DisturbedRun.Gate.HONEST, 1);

        assertThat(one.evidence(true)).isEqualTo(other.evidence(false));
        assertThat(one.seconds()).isCloseTo(DisturbedRun.ANNOUNCED, within(1e-6));
    }

    @Test
    void theTableOfTheDecision() throws IOException {
        String decision = Files.readString(Path.of("..", "docs", "decisions", "0024-replaced-blocks.md"));
        StringBuilder table = new StringBuilder("""
                | disturbed | blocks | nothing may be concluded | equal arms called different | finds 10 % | time, mean | time, longest |
                |---|---|---|---|---|---|---|
                """);
        assertThat(decision).contains(table);
        int runs = DEEP ? 300 : 5;
        for (double busy : new double[] {0, 0.10, 0.25, 0.50}) {
            for (boolean replaces : new boolean[] {false, true}) {
                String row = String.format(
                        Locale.ROOT, "| %.0f %% of the time | %s |", 100 * busy, replaces ? "replaced" : "dropped");
                assertThat(decision).contains(row);
                Outcomes equal = Outcomes.of(runs, busy, 0, replaces, DisturbedRun.Gate.HONEST);
                Outcomes unequal = Outcomes.of(runs, busy, EFFECT, replaces, DisturbedRun.Gate.HONEST);
                table.append(row)
                        .append(String.format(
                                Locale.ROOT,
                                " %.1f %% | %.1f %% | %.0f %% | %.2f | %.2f |\n",
                                100 * equal.undecidable(),
                                100 * equal.different(),
                                100 * unequal.different(),
                                equal.time().getAverage(),
                                equal.time().getMax()));
            }
        }
        Files.writeString(Path.of("target", "replaced-blocks.md"), table);
        if (DEEP) {
            assertThat(decision).contains(table);
        }
    }
}
