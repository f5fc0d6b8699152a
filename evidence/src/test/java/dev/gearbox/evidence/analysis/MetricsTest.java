package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Derives each metric from slices and forks, and tests which of them are left out for unfit slices or zeros. */
class MetricsTest {
    @Test
    void costsAreForEachAnsweredRequest() {
        Findings findings = MadeEvidence.of("a", "b")
                .truth(place -> Point.PLAIN
                        .rate(place.arm().equals("b") ? 4_000 : 1_000)
                        .cpu(25))
                .findings();
        assertThat(value(findings, Metric.CPU, "b")).isCloseTo(25, within(1e-9));
        assertThat(value(findings, Metric.USER, "b")).isCloseTo(10, within(1e-9));
        assertThat(value(findings, Metric.SYSTEM, "b")).isCloseTo(15, within(1e-9));
        assertThat(value(findings, Metric.CORES, "b")).isCloseTo(0.1, within(1e-9));
        assertThat(value(findings, Metric.RATE, "b")).isCloseTo(4_000, within(1e-6));
        assertThat(value(findings, Metric.RESIDENT, "b")).isCloseTo(64, within(1e-9));
        assertThat(findings.by(Metric.RATE).orElseThrow().standings().getFirst().arm())
                .as("more is better")
                .isEqualTo("b");
        assertThat(findings.by(Metric.SWITCHES))
                .as("not known of these subjects")
                .isEmpty();
        assertThat(findings.by(Metric.CONNECTS)).as("no connection was made").isEmpty();
    }

    @Test
    void quantilesAreThoseOfAllRequestsOfAFork() {
        // In every fork one block of twelve is slow: its requests are in the tail of the fork's quantiles, no quantile
        // is averaged.
        Findings findings = MadeEvidence.of("a", "b")
                .truth(place -> Point.PLAIN.times(
                        place.block() == 4 ? 9_000 : place.arm().equals("b") ? 200 : 100, 10_000))
                .findings();
        assertThat(value(findings, Metric.P50, "a")).isCloseTo(100, within(0.2));
        assertThat(value(findings, Metric.P50, "b")).isCloseTo(200, within(0.3));
        assertThat(value(findings, Metric.P90, "a")).isCloseTo(200, within(0.3));
        assertThat(value(findings, Metric.P99, "a")).isCloseTo(9_000, within(10.0));
        assertThat(value(findings, Metric.P999, "a")).isCloseTo(18_000, within(20.0));
        assertThat(value(findings, Metric.MEAN, "a"))
                .as("of blocks, the slow one trimmed")
                .isCloseTo(110, within(0.2));
        assertThat(standing(findings, Metric.P50, "b").ratio().value()).isCloseTo(2, within(0.01));
        assertThat(standing(findings, Metric.P50, "b").verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void theLastQuantileNeedsAHundredRequestsBeyondItInEveryFork() {
        assertThat(MadeEvidence.of("a")
                        .truth(_ -> Point.PLAIN.times(100, 8_334))
                        .findings()
                        .by(Metric.P999))
                .isPresent();
        assertThat(MadeEvidence.of("a")
                        .truth(_ -> Point.PLAIN.times(100, 8_332))
                        .findings()
                        .by(Metric.P999))
                .isEmpty();
        Findings oneArm = MadeEvidence.of("a", "b")
                .truth(place -> Point.PLAIN.times(100, place.arm().equals("b") && place.fork() == 3 ? 5_000 : 10_000))
                .findings();
        assertThat(MadeEvidence.labels(oneArm.by(Metric.P999).orElseThrow())).containsExactly("a");
    }

    @Test
    void whatWasNeverAnsweredLeavesTheQuantilesAboveItOut() {
        Findings findings = MadeEvidence.of("a", "b")
                .truth(place ->
                        Point.PLAIN.times(100, 10_000).censored(place.arm().equals("b") ? 20 : 0))
                .findings();
        // 20 of 920 are 2.2 %: p50 and p90 are known, p99 and the mean are not.
        assertThat(MadeEvidence.labels(findings.by(Metric.P90).orElseThrow())).contains("b");
        assertThat(MadeEvidence.labels(findings.by(Metric.P99).orElseThrow())).containsExactly("a");
        assertThat(MadeEvidence.labels(findings.by(Metric.MEAN).orElseThrow())).containsExactly("a");
        assertThat(findings.quality().notes())
                .containsExactly(
                        "b: too many requests had no answer in time: not known are its p99, p99.9, mean response");
    }

    @Test
    void aBusyGeneratorOfAClosedLoopVoidsTimesAndRatesAndNoCosts() {
        Findings findings = MadeEvidence.of("a", "b")
                .closed()
                .truth(place -> point(place, 0.95))
                .findings();
        assertThat(findings.quality().valid()).isTrue();
        assertThat(findings.quality().kept()).isEqualTo(60);
        assertThat(standing(findings, Metric.CPU, "b").verdict()).isEqualTo(Verdict.WORSE);
        for (Metric metric : List.of(Metric.RATE, Metric.P50, Metric.MEAN, Metric.CORES)) {
            assertThat(standing(findings, metric, "b").verdict())
                    .as(metric.key())
                    .isEqualTo(Verdict.INVALID);
            assertThat(standing(findings, metric, "b").value().value()).isPositive();
        }
        assertThat(findings.quality().notes())
                .singleElement()
                .asString()
                .contains("in 120 of 120 slices the generator was too busy (120): times and rates describe that");
    }

    /** Users who pause for a second make the same number of round trips whether each begins 200 µs late or not; their times differ. */
    @Test
    void aGeneratorThatIsLateByLittleOfARoundVoidsTimesAndNoRates() {
        Findings late = MadeEvidence.of("a", "b")
                .closed()
                .truth(place -> point(place, 0.3).unfit("lag p99 200 us, allowed 50 us", 200, 0))
                .findings();
        assertThat(standing(late, Metric.P50, "b").verdict()).isEqualTo(Verdict.INVALID);
        assertThat(standing(late, Metric.RATE, "b").verdict()).isNotEqualTo(Verdict.INVALID);
        assertThat(late.unfit()).containsKey(Metric.P50).doesNotContainKey(Metric.RATE);
        assertThat(late.unfit().values()).noneMatch(Findings.Unfit::overloaded);
        assertThat(late.quality().notes())
                .singleElement()
                .asString()
                .contains("the generator was late (120): times describe that");

        // 100 users and 1,000 answers a second: a round is 100 ms, and 1 % of it 1 ms.
        Findings much = MadeEvidence.of("a", "b")
                .closed()
                .truth(place -> point(place, 0.3).unfit("lag p99 1,500 us, allowed 50 us", 1_500, 0))
                .findings();
        assertThat(standing(much, Metric.RATE, "b").verdict()).isEqualTo(Verdict.INVALID);

        Findings away = MadeEvidence.of("a", "b")
                .closed()
                .truth(place -> point(place, 0.3).unfit("kept off its core for 6.0 % of the time", 5, 0.06))
                .findings();
        assertThat(standing(away, Metric.RATE, "b").verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void aGeneratorThatWasElsewhereForLongDropsTheBlock() {
        Findings findings = MadeEvidence.of("a", "b")
                .closed()
                .truth(place -> point(place, place.block() <= 2 ? 0.4 : 0.95))
                .findings();
        assertThat(findings.quality().kept()).as("not busy and yet unfit").isEqualTo(50);
    }

    @Test
    void aBusyGeneratorOfAnOpenLoopVoidsTimesAndRatesAndNoCosts() {
        Findings open =
                MadeEvidence.of("a", "b").truth(place -> point(place, 0.95)).findings();
        assertThat(open.quality().valid()).isTrue();
        assertThat(standing(open, Metric.CPU, "b").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(standing(open, Metric.P50, "b").verdict()).isEqualTo(Verdict.INVALID);
    }

    @Test
    void anOpenLoopNearTheGeneratorsCeilingHasNoVerdictOnTimes() {
        MadeEvidence made = MadeEvidence.of("a", "b")
                .truth(place -> Point.PLAIN
                        .cpu(place.arm().equals("b") ? 20 : 10 + place.fork())
                        .times(100, 10_000));
        for (int fork = 1; fork <= 5; fork++) {
            made.entry(new ForkEvent.Ceiling(fork, 1, 1_250, 20, 55));
        }
        Findings findings = made.findings();
        assertThat(findings.quality().ceilingShare()).isEqualTo(0.8);
        assertThat(findings.quality().nullP99Micros()).isEqualTo(55);
        assertThat(standing(findings, Metric.P50, "b").verdict()).isEqualTo(Verdict.INVALID);
        assertThat(standing(findings, Metric.CPU, "b").verdict()).isNotEqualTo(Verdict.INVALID);
    }

    /** A ceiling that was measured while another program ran can be below the later rate: it does not describe the generator. */
    @Test
    void oneDisturbedCeilingTakesNoVerdictFromTimes() {
        Findings findings = withCeilings(26, 110_000, 208_000, 150_000, 1_100);
        assertThat(findings.quality().ceilingShare()).isEqualTo(1_000 / 130_000.0);
        assertThat(standing(findings, Metric.P50, "b").verdict()).isNotEqualTo(Verdict.INVALID);
    }

    @Test
    void ceilingsBelowWhatCameAreNoCeilings() {
        Findings findings = withCeilings(26, 26, 26, 26, 26);
        assertThat(findings.quality().ceilingShare()).isNull();
    }

    /** Two arms at 1,000/s. */
    private static Findings withCeilings(double... perSecond) {
        MadeEvidence made = MadeEvidence.of("a", "b").truth(_ -> Point.PLAIN.times(100, 10_000));
        for (int fork = 1; fork <= perSecond.length; fork++) {
            made.entry(new ForkEvent.Ceiling(fork, 1, perSecond[fork - 1], 20, 55));
        }
        return made.findings();
    }

    @Test
    void capacityIsTheMiddleOfItsBounds() {
        MadeEvidence made = MadeEvidence.of("a", "b", "c");
        for (int fork = 1; fork <= 5; fork++) {
            made.entry(capacity(fork, "a", 8_000, 12_500.0));
            made.entry(capacity(fork, "b", 16_000 + fork, 25_000.0));
            made.entry(capacity(fork, "c", 0, 100.0));
        }
        Findings findings = made.findings();
        assertThat(value(findings, Metric.CAPACITY, "a")).isCloseTo(10_000, within(1e-6));
        assertThat(standing(findings, Metric.CAPACITY, "b").verdict()).isEqualTo(Verdict.BETTER);
        assertThat(value(findings, Metric.CAPACITY, "c")).as("kept at no rate").isZero();
        assertThat(standing(findings, Metric.CAPACITY, "c").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(standing(findings, Metric.CAPACITY, "c").ratio().value()).isNaN();
    }

    /** Two arms that both exceed the generator's capacity must not look equal, so neither has a figure; a note says what is known. */
    @Test
    void aCapacityAboveWhatTheGeneratorCanAskIsNoFigure() {
        MadeEvidence made = MadeEvidence.of("a", "b", "c");
        for (int fork = 1; fork <= 5; fork++) {
            made.entry(capacity(fork, "a", 8_000, 12_500.0));
            made.entry(capacity(fork, "b", 20_000 + fork, fork == 3 ? null : 25_000.0));
            made.entry(new ForkEvent.Capacity(fork, "c", 1, 0.99, 0, null, 40, List.of(), "40 trials were void"));
        }
        Findings findings = made.findings();
        assertThat(MadeEvidence.labels(findings.by(Metric.CAPACITY).orElseThrow()))
                .containsExactly("a");
        assertThat(findings.quality().notes())
                .contains(
                        "b: its highest sustainable rate is above 20003/s, the highest rate that the generator could offer")
                .contains("c: its highest sustainable rate was not found in every fork: 40 trials were void");
    }

    private static ForkEvent capacity(int fork, String arm, double lower, @Nullable Double upper) {
        return new ForkEvent.Capacity(fork, arm, 1, 0.99, lower, upper, 20, List.of(), null);
    }

    @Test
    void systemCallsAreCountedPerRequest() {
        MadeEvidence made = MadeEvidence.of("a", "b");
        for (int fork = 1; fork <= 5; fork++) {
            made.entry(new ForkEvent.Counted(fork, "a", 100, Map.of("read", 150L, "write", 100L), null));
            made.entry(new ForkEvent.Counted(fork, "b", 100, Map.of(), "perf is not installed"));
        }
        Findings findings = made.findings();
        assertThat(value(findings, Metric.SYSTEM_CALLS, "a")).isCloseTo(2.5, within(1e-9));
        assertThat(MadeEvidence.labels(findings.by(Metric.SYSTEM_CALLS).orElseThrow()))
                .containsExactly("a");
    }

    @Test
    void zerosHaveNoRatio() {
        Findings zeros = MadeEvidence.of("a", "b", "c", "d")
                .truth(place -> Point.PLAIN.allocated(
                        switch (place.arm()) {
                            case "a", "b" -> 0;
                            case "c" -> 0.2 * (place.block() % 2);
                            default -> 200 + place.fork();
                        }))
                .findings();
        assertThat(value(zeros, Metric.ALLOCATED, "a")).isZero();
        assertThat(standing(zeros, Metric.ALLOCATED, "b").verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(standing(zeros, Metric.ALLOCATED, "b").ratio().value()).isNaN();
        assertThat(standing(zeros, Metric.ALLOCATED, "c").verdict())
                .as("both next to nothing")
                .isEqualTo(Verdict.EQUIVALENT);
        assertThat(standing(zeros, Metric.ALLOCATED, "d").verdict())
                .as("the difference of the values was shown")
                .isEqualTo(Verdict.WORSE);
        assertThat(standing(zeros, Metric.ALLOCATED, "d").ties())
                .isNotEqualTo(standing(zeros, Metric.ALLOCATED, "a").ties());
    }

    @Test
    void aZeroInOneBlockStillLeavesARatioOfMeans() {
        Findings findings = MadeEvidence.of("a", "b")
                .truth(place -> Point.PLAIN.allocated(
                        place.arm().equals("a") ? 100 : place.block() == 5 ? 0 : 300 + place.fork()))
                .findings();
        assertThat(standing(findings, Metric.ALLOCATED, "b").ratio().value()).isCloseTo(3.03, within(0.01));
        assertThat(standing(findings, Metric.ALLOCATED, "b").verdict()).isEqualTo(Verdict.WORSE);
    }

    /** b costs a third more, with a spread of one per cent between forks. */
    private static Point point(MadeEvidence.Place place, double work) {
        double cpu = (place.arm().equals("b") ? 13 : 10) * (1 + 0.01 * (place.fork() % 3));
        return AnalysisTest.jittered(place).cpu(cpu).times(100, 1_000).unfit(work);
    }

    private static Ranking.RankedArm standing(Findings findings, Metric metric, String arm) {
        return findings.by(metric).orElseThrow().of(arm).orElseThrow();
    }

    private static double value(Findings findings, Metric metric, String arm) {
        return standing(findings, metric, arm).value().value();
    }
}
