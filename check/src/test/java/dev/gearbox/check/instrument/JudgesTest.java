package dev.gearbox.check.instrument;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.analysis.Analyst;
import dev.gearbox.check.analysis.Determinism;
import dev.gearbox.check.analysis.IdleServer;
import dev.gearbox.check.analysis.InjectedSlowdown;
import dev.gearbox.check.analysis.SyntheticEvidence;
import dev.gearbox.check.statistics.Equivalence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.load.report.Latencies;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The checks that need a machine: their verdict on a correct result and on each wrong one. */
class JudgesTest {
    private static final long MILLI = 1_000_000;

    // ---- IT-2

    @Test
    void lag() {
        assertThat(PacerCheck.judge(histogram(98, 500, 2, 40_000), 8, 0).passed())
                .isTrue();
        assertThat(PacerCheck.judge(histogram(98, 3_000, 2, 40_000), 8, 0).figure())
                .contains("p50 3.0 us (wrong)");
        assertThat(PacerCheck.judge(histogram(98, 500, 2, 80_000), 8, 0.012).figure())
                .contains("p99 80.1 us (wrong)")
                .contains("1.2 % masked");
    }

    // ---- IT-4

    @Test
    void replayOfAQueue() {
        long[] predicted = LongStream.rangeClosed(1, 1000).map(i -> i * 10_000).toArray();

        assertThat(QueueingOracle.judge(predicted, scaled(predicted, 1.03), true, 0)
                        .passed())
                .isTrue();
        assertThat(QueueingOracle.judge(predicted, scaled(predicted, 1.10), true, 0)
                        .passed())
                .isFalse();
        assertThat(QueueingOracle.judge(predicted, scaled(predicted, 1.10), false, 0)
                        .passed())
                .isTrue();
        assertThat(QueueingOracle.judge(predicted, scaled(predicted, 0.80), false, 0)
                        .passed())
                .isFalse();
    }

    // ---- IT-5

    @Test
    void aStallAsUsersFeelIt() {
        assertThat(StallOracle.judge(stall(200), histogram(1000, 20_000)).passed())
                .isTrue();
    }

    @Test
    void aStallThatIsLostOrLengthened() {
        Histogram fine = histogram(1000, 20_000);

        assertThat(StallOracle.judge(fine, fine).passed()).isFalse();
        assertThat(StallOracle.judge(stall(260), fine).passed()).isFalse();
        assertThat(StallOracle.judge(stall(150), fine).passed()).isFalse();
        assertThat(StallOracle.judge(stall(200), stall(200)).figure()).contains("from the write on 190.2 (wrong)");
    }

    // ---- IT-6

    @Test
    void anInjectedEffect() {
        assertThat(InjectedSlowdown.judge(contrast(0.19, 0.1, 0.28, true), 0.20).passed())
                .isTrue();
        assertThat(InjectedSlowdown.judge(contrast(0.19, -0.1, 0.48, false), 0.20)
                        .figure())
                .contains("not found (wrong)");
        assertThat(InjectedSlowdown.judge(contrast(0.10, 0.05, 0.15, true), 0.20)
                        .figure())
                .contains("as 10.0 % (wrong)");
        assertThat(InjectedSlowdown.judge(contrast(-0.19, -0.28, -0.1, true), 0.20)
                        .passed())
                .isFalse();
    }

    // ---- IT-8

    @Test
    void unansweredRequests() {
        Duration timeout = Duration.ofMillis(250);

        assertThat(UnansweredCheck.judge(10_000, 9_900, 100, 250 * MILLI, timeout)
                        .passed())
                .isTrue();
        assertThat(UnansweredCheck.judge(10_000, 9_900, 0, 2 * MILLI, timeout).passed())
                .isFalse();
        assertThat(UnansweredCheck.judge(10_000, 9_900, 100, 2 * MILLI, timeout).passed())
                .isFalse();
        assertThat(UnansweredCheck.judge(10_000, 10_000, 100, 250 * MILLI, timeout)
                        .figure())
                .contains("10,000 of 10,000 answered (wrong)");
    }

    // ---- IT-9

    @Test
    void aStarvedGenerator() {
        Slice fit = slice(1, true, 0, 0);
        Slice unfit = slice(2, false, 0, 0);

        assertThat(StarvedGenerator.judge(List.of(
                                new StarvedGenerator.Seen(false, fit, 0.2),
                                new StarvedGenerator.Seen(true, unfit, 90),
                                new StarvedGenerator.Seen(true, fit, 0.3)))
                        .passed())
                .isTrue();
        assertThat(StarvedGenerator.judge(List.of(new StarvedGenerator.Seen(true, fit, 90)))
                        .figure())
                .contains("1 blamed on the server (wrong)");
        assertThat(StarvedGenerator.judge(List.of(new StarvedGenerator.Seen(false, fit, 0.2)))
                        .passed())
                .isFalse();
    }

    // ---- IT-10

    @Test
    void aForeignProgram() {
        assertThat(ForeignLoad.judge(foreign(6, 10)).passed()).isTrue();
        assertThat(ForeignLoad.judge(foreign(8, 10)).figure()).contains("3 of 5 touched blocks tainted (wrong)");
        assertThat(ForeignLoad.judge(foreign(4, 10)).figure()).contains("2 of 10 others (wrong)");
    }

    // ---- IT-12, IT-13

    @Test
    void equivalenceHasThreeAnswers() {
        assertThat(Equivalence.judge(new double[] {0.01, -0.01, 0.012, -0.008, 0}, 0.05)
                        .kind())
                .isEqualTo(CheckOutcome.Kind.PASSED);
        assertThat(Equivalence.judge(new double[] {0.2, 0.21, 0.19, 0.2, 0.2}, 0.05)
                        .kind())
                .isEqualTo(CheckOutcome.Kind.FAILED);
        assertThat(Equivalence.judge(new double[] {0.3, -0.25, 0.1, -0.2, 0.1}, 0.05)
                        .kind())
                .isEqualTo(CheckOutcome.Kind.NOT_HERE);
    }

    @Test
    void whatWrkSays() throws IOException {
        String said = """
                Running 5s test
                  1 threads and 8 connections
                  91005 requests in 5.00s, 3.56MB read
                Requests/sec:  18199.42
                """;

        assertThat(WrkCheck.rate(said)).isEqualTo(18_199.42);
        assertThatThrownBy(() -> WrkCheck.rate("unable to connect")).hasMessageContaining("no rate");
        assertThatThrownBy(() -> WrkCheck.rate(said + "  Socket errors: connect 0, read 3"))
                .hasMessageContaining("errors");
    }

    @Test
    void whatFortioWrites() throws IOException {
        String json = """
                {"RunType": "HTTP", "DurationHistogram": {"Count": 1000, "Percentiles": [
                  {"Percentile": 50, "Value": 0.00512}, {"Percentile": 90, "Value": 0.0056}]}}
                """;

        FortioCheck.Seen seen = FortioCheck.quantiles(json);
        assertThat(seen.p50()).isCloseTo(5.12, within(1e-9));
        assertThat(seen.p90()).isCloseTo(5.6, within(1e-9));
        assertThatThrownBy(() -> FortioCheck.quantiles("{}")).hasMessageContaining("no percentiles");
    }

    @Test
    void fortioIsBelievedOnlyIfTheIntervalsSaySo() {
        double[] same = {0.01, -0.01, 0, 0.01, -0.01};
        double[] other = {0.11, 0.09, 0.1, 0.11, 0.09};
        double[] noise = {0.3, -0.3, 0, 0.2, -0.2};
        assertThat(FortioCheck.judge(same, same).kind()).isEqualTo(CheckOutcome.Kind.PASSED);
        assertThat(FortioCheck.judge(other, same).kind()).isEqualTo(CheckOutcome.Kind.FAILED);
        assertThat(FortioCheck.judge(same, other).kind()).isEqualTo(CheckOutcome.Kind.FAILED);
        assertThat(FortioCheck.judge(noise, other).kind()).isEqualTo(CheckOutcome.Kind.FAILED);
        assertThat(FortioCheck.judge(same, noise).kind()).isEqualTo(CheckOutcome.Kind.NOT_HERE);
        assertThat(FortioCheck.judge(same, noise).figure()).contains("p50 ", ", p90 a quieter machine");
    }

    @Test
    void bothAreFirstSometimesAndEachIsTakenForItself() throws Exception {
        List<String> order = new ArrayList<>();
        List<AlternatingRuns.RunPair<String>> pairs = AlternatingRuns.take(
                20,
                7,
                () -> {
                    order.add("ours");
                    return "ours " + order.size();
                },
                () -> {
                    order.add("theirs");
                    return "theirs " + order.size();
                });
        assertThat(pairs).hasSize(20).allSatisfy(pair -> {
            assertThat(pair.ours()).startsWith("ours");
            assertThat(pair.theirs()).startsWith("theirs");
        });
        assertThat(IntStream.range(0, 20).mapToObj(pair -> order.get(2 * pair))).contains("ours", "theirs");
        assertThat(IntStream.range(0, 20))
                .allSatisfy(pair ->
                        assertThat(order.subList(2 * pair, 2 * pair + 2)).containsExactlyInAnyOrder("ours", "theirs"));
    }

    // ---- IT-18, IT-19

    @Test
    void anIdleServer() {
        assertThat(IdleServer.judge(0.002, 14).passed()).isTrue();
        assertThat(IdleServer.judge(0.02, 14).figure()).contains("2.00 % of a core (wrong)");
    }

    @Test
    void bytesThatDiffer() {
        assertThat(Determinism.judge(new byte[] {1, 2, 3}, new byte[] {1, 2, 3}).passed())
                .isTrue();
        assertThat(Determinism.judge(new byte[] {1, 2, 3}, new byte[] {1, 2, 4}).figure())
                .contains("different at 2 (wrong)");
    }

    /** Pairs of a count and a time in ns. */
    private static Histogram histogram(long... countsAndNanos) {
        Histogram histogram = TimeHistograms.empty();
        for (int i = 0; i < countsAndNanos.length; i += 2) {
            histogram.recordValueWithCount(countsAndNanos[i + 1], countsAndNanos[i]);
        }
        return histogram;
    }

    /** 50,000 requests in 10 s; those that arrived in a stall of so many ms waited for its end. */
    private static Histogram stall(int millis) {
        Histogram histogram = histogram(50_000 - millis * 5L, 20_000);
        for (int waited = 1; waited <= millis; waited++) {
            histogram.recordValueWithCount(waited * MILLI + 100_000, 5);
        }
        return histogram;
    }

    private static Latencies scaled(long[] predicted, double factor) {
        Histogram histogram = TimeHistograms.empty();
        LongStream.of(predicted).forEach(time -> histogram.recordValue(Math.round(time * factor)));
        return Latencies.of(histogram);
    }

    private static Analyst.ArmContrast contrast(double estimate, double low, double high, boolean different) {
        double[] logs = DoubleStream.of(estimate, low, high).map(Math::log1p).toArray();
        return new Analyst.ArmContrast(logs[0], logs[1], logs[2], different);
    }

    /** Fifteen blocks, of which these are marked as disturbed. */
    private static List<Slice> foreign(int from, int to) {
        return IntStream.rangeClosed(1, 15)
                .mapToObj(block -> slice(block, true, block >= from && block <= to ? 0.9 : 0.02, 0))
                .toList();
    }

    private static Slice slice(int block, boolean fit, double foreignCores, double steal) {
        Slice like = SyntheticEvidence.of(new double[][] {{1}}, new double[][] {{1}}).forks().stream()
                .flatMap(fork -> fork.all(ForkEvent.Measured.class).stream())
                .findFirst()
                .orElseThrow()
                .slice();
        return new Slice(
                1,
                1,
                block,
                1,
                like.arm(),
                1,
                like.at(),
                like.traffic(),
                like.cost(),
                new Slice.Disturbance(foreignCores, steal, 0),
                new Slice.GeneratorLag(fit, fit ? List.of() : List.of("late"), 1, 10, 0.3, 0));
    }
}
