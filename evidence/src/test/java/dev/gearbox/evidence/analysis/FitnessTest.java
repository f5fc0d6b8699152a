package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Place;
import dev.gearbox.evidence.MadeEvidence.Point;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Slices whose generator was late are left out of times, and out of the comparisons with their arm alone. */
class FitnessTest {
    private static final int ARMS = 8;
    private static final String[] NAMES =
            IntStream.range(0, ARMS).mapToObj(arm -> "arm" + arm).toArray(String[]::new);

    private static final String[] FEW = Arrays.copyOf(NAMES, 5);

    private static Point late(Point point) {
        return point.unfit("lag p99 900 us, allowed 50 us", 900, 0);
    }

    private static int index(Place place) {
        return place.arm().charAt(3) - '0';
    }

    private static Ranking means(Findings findings) {
        return findings.by(Metric.MEAN).orElseThrow();
    }

    private static Verdict verdict(Findings findings, Metric metric, String arm) {
        return findings.by(metric).orElseThrow().of(arm).orElseThrow().verdict();
    }

    /** In every block one of eight slices is late: with whole blocks nothing would be left. */
    @Test
    void aLateSliceInEveryBlockLeavesAllArmsTheirTimes() {
        Findings findings = MadeEvidence.of(NAMES)
                .truth(place -> {
                    Point point = Point.PLAIN.times(100 + 50 * index(place) + place.block() % 3, 1_000);
                    return place.block() % ARMS == index(place) ? late(point) : point;
                })
                .findings();
        assertThat(findings.unfit()).isEmpty();
        assertThat(findings.quality().kept()).isEqualTo(60);
        for (Metric metric : List.of(Metric.MEAN, Metric.P50, Metric.P99)) {
            assertThat(findings.by(metric).orElseThrow().standings())
                    .as(metric.key())
                    .hasSize(ARMS)
                    .extracting(Ranking.RankedArm::verdict)
                    .containsOnly(Verdict.BASELINE, Verdict.WORSE);
        }
        assertThat(findings.quality().notes()).noneMatch(note -> note.contains("no verdict"));
    }

    @Test
    void anArmWithTooFewBlocksHasNoVerdictAndTheOthersHave() {
        // Four of twelve blocks are a third; three would be allowed.
        MadeEvidence made = MadeEvidence.of("arm0", "arm1", "arm2").truth(place -> {
            Point point = Point.PLAIN.times(100 + 50 * index(place) + place.block() % 3, 1_000);
            return index(place) == 2 && place.block() <= 4 ? late(point) : point;
        });
        Findings findings = made.findings();
        assertThat(verdict(findings, Metric.MEAN, "arm1")).isEqualTo(Verdict.WORSE);
        assertThat(verdict(findings, Metric.MEAN, "arm2")).isEqualTo(Verdict.INVALID);
        assertThat(verdict(findings, Metric.P99, "arm2")).isEqualTo(Verdict.INVALID);
        assertThat(verdict(findings, Metric.CPU, "arm2"))
                .as("of costs nothing is left out")
                .isEqualTo(Verdict.EQUIVALENT);
        assertThat(means(findings).of("arm2").orElseThrow().value().value()).isCloseTo(221, within(1.0));
        assertThat(findings.quality().notes())
                .singleElement()
                .asString()
                .isEqualTo(
                        "no verdict on times for arm2 (40 of 60): too few blocks are left, because the generator was late (20)");

        Findings against = Analysis.of(made.evidence(), "arm2");
        assertThat(against.unfit()).as("the other two can be compared").isEmpty();
        assertThat(means(against).standings())
                .as("but not with this baseline")
                .extracting(Ranking.RankedArm::verdict)
                .containsOnly(Verdict.INVALID);
        assertThat(against.quality().notes()).singleElement().asString().contains("arm0 (40 of 60), arm1 (40 of 60)");
    }

    @Test
    void ifNoTwoArmsHaveEnoughBlocksNothingHasAVerdict() {
        Findings findings = MadeEvidence.of("arm0", "arm1")
                .truth(place -> {
                    Point point = Point.PLAIN.times(100 + place.block() % 3, 1_000);
                    // Three of twelve blocks of either arm, never the same: each could spare them, and both together
                    // cannot.
                    int first = index(place) == 0 ? 1 : 4;
                    return place.block() >= first && place.block() < first + 3 ? late(point) : point;
                })
                .findings();
        assertThat(findings.unfit()).containsKey(Metric.MEAN).containsKey(Metric.P50);
        assertThat(means(findings).standings())
                .extracting(Ranking.RankedArm::verdict)
                .containsOnly(Verdict.INVALID);
        assertThat(findings.quality().notes())
                .singleElement()
                .asString()
                .startsWith("in 30 of 120 slices the generator was late (30): times");
    }

    /** The machine was slow in one block, of which one of the two arms has no valid slice: the other's must not count against it. */
    @Test
    void twoArmsAreComparedByTheBlocksThatBothHave() {
        Findings findings = MadeEvidence.of("arm0", "arm1", "arm2")
                .truth(place -> {
                    boolean slow = place.block() == 5;
                    Point point = Point.PLAIN.times(slow ? 9_000 : 100 + place.fork(), 1_000);
                    return slow && index(place) == 1 ? late(point) : point;
                })
                .findings();
        Ranking p99 = findings.by(Metric.P99).orElseThrow();
        assertThat(p99.of("arm1").orElseThrow().ratio().value()).isCloseTo(1, within(0.001));
        assertThat(p99.of("arm1").orElseThrow().verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(p99.of("arm0").orElseThrow().value().value())
                .as("its own figure has the slow block")
                .isGreaterThan(8_000);
        assertThat(p99.of("arm1").orElseThrow().value().value()).isLessThan(300);
        assertThat(p99.of("arm2").orElseThrow().ratio().value()).isCloseTo(1, within(0.001));
    }

    /**
     * Equal arms on a machine that is slow for some blocks. In these the generator is late more often, and with one arm more often than with the others: leaving
     * out slices must not turn that into a difference.
     */
    @Test
    void latenessInSlowBlocksMakesNoDifference() {
        int runs = 80;
        int wrong = 0;
        int decidable = 0;
        for (int run = 0; run < runs; run++) {
            Random random = new Random(run);
            double[][] machine = new double[5][12];
            for (double[] fork : machine) {
                for (int block = 0; block < fork.length; block++) {
                    fork[block] = random.nextInt(4) == 0 ? 0.5 : 0;
                }
            }
            Findings findings = Analysis.of(
                    MadeEvidence.of(FEW)
                            .truth(place -> {
                                double slow = machine[place.fork() - 1][place.block() - 1];
                                double micros = 200 * Math.exp(slow + 0.05 * random.nextGaussian());
                                double often = (slow > 0 ? 0.4 : 0.05) * (index(place) == 3 ? 2 : 1);
                                Point point = Point.PLAIN.times(micros, 100);
                                return random.nextDouble() < often ? late(point) : point;
                            })
                            .evidence(),
                    Set.of(Metric.MEAN, Metric.P90));
            for (Metric metric : List.of(Metric.MEAN, Metric.P90)) {
                List<Verdict> verdicts = findings.by(metric).orElseThrow().standings().stream()
                        .map(Ranking.RankedArm::verdict)
                        .toList();
                decidable += verdicts.stream().anyMatch(of -> of != Verdict.INVALID) ? 1 : 0;
                wrong += verdicts.contains(Verdict.BETTER) || verdicts.contains(Verdict.WORSE) ? 1 : 0;
            }
        }
        assertThat(decidable).as("tables with a verdict").isGreaterThan(runs);
        // 5 % of 160 tables are 8; three standard deviations are 12, if the two of a run count as one. 300 runs had 20
        // of 600.
        assertThat(wrong).as("tables with a false difference").isLessThan(20);
    }
}
