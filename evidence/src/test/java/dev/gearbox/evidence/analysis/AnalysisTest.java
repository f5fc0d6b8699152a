package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Place;
import dev.gearbox.evidence.MadeEvidence.Point;
import dev.gearbox.stats.SyntheticTrials;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Compares the analysis of synthetic evidence with the known true values. */
public class AnalysisTest {
    private static final SyntheticTrials QUICK =
            SyntheticTrials.equalArms(5, 12, 0.01, 0.15).withDisturbed(0.1, 6);

    @Test
    void findsTheRatioThatIsThere() {
        double[][][] values = SyntheticTrials.equalArms(10, 20, 0.01, 0.05)
                .withLevel(0.4, 0.8)
                .withEffects(0, Math.log(1.25), Math.log(0.8))
                .draw(1);
        Findings findings = MadeEvidence.drawn(values, "a", "b", "c").findings();

        Ranking cpu = findings.by(Metric.CPU).orElseThrow();
        assertThat(MadeEvidence.labels(cpu)).containsExactly("c", "a", "b");
        Ranking.RankedArm dearer = cpu.of("b").orElseThrow();
        assertThat(dearer.ratio().value()).isCloseTo(1.25, within(0.02));
        assertThat(dearer.ratio().low()).isLessThan(1.25);
        assertThat(dearer.ratio().high()).isGreaterThan(1.25);
        assertThat(dearer.ratio().forks()).isEqualTo(10);
        assertThat(dearer.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(cpu.of("c").orElseThrow().verdict()).isEqualTo(Verdict.BETTER);
        assertThat(cpu.of("a").orElseThrow().verdict()).isEqualTo(Verdict.BASELINE);
        assertThat(cpu.standings().stream().map(Ranking.RankedArm::ties)).containsExactly("a", "b", "c");
        assertThat(cpu.detectable()).isBetween(0.005, 0.04);
        assertThat(findings.quality().valid()).isTrue();
    }

    @Test
    @Tag("deep")
    void declaresADifferenceInOneOfTwentyRunsOfEqualArms() {
        int runs = Boolean.getBoolean("gearbox.deep") ? 2_000 : 500;
        int differences = 0;
        for (int run = 0; run < runs; run++) {
            Ranking cpu = MadeEvidence.drawn(QUICK.draw(run), "a", "b")
                    .findings()
                    .by(Metric.CPU)
                    .orElseThrow();
            Verdict verdict = cpu.of("b").orElseThrow().verdict();
            if (verdict == Verdict.BETTER || verdict == Verdict.WORSE) {
                differences++;
            }
        }
        double chance = 2.6 * Math.sqrt(runs * 0.05 * 0.95);
        assertThat((double) differences).isCloseTo(runs * 0.05, within(chance));
    }

    @Test
    void holdsFivePerCentForATableOfManyArms() {
        SyntheticTrials eight = QUICK.withEffects(0, 0, 0, 0, 0, 0, 0, 0);
        String[] arms = {"a", "b", "c", "d", "e", "f", "g", "h"};
        int wrong = 0;
        int unadjusted = 0;
        for (int run = 0; run < 200; run++) {
            Ranking cpu = MadeEvidence.drawn(eight.draw(run), arms)
                    .findings()
                    .by(Metric.CPU)
                    .orElseThrow();
            if (cpu.standings().stream().anyMatch(s -> s.verdict() == Verdict.BETTER || s.verdict() == Verdict.WORSE)) {
                wrong++;
            }
            if (cpu.standings().stream().anyMatch(s -> s.p() < 0.05)) {
                unadjusted++;
            }
        }
        assertThat(wrong).isLessThanOrEqualTo(20);
        assertThat(unadjusted).as("without Holm").isGreaterThan(30);
    }

    /** A table that calls an arm dearer and gives it the same letter as the baseline would contradict itself. */
    @Test
    void lettersSayOfTheBaselineWhatTheVerdictsSay() {
        SyntheticTrials five = QUICK.withEffects(0, 0.02, 0.03, 0.05, 0.1);
        int differing = 0;
        int sharing = 0;
        for (int run = 0; run < 200; run++) {
            Ranking cpu = MadeEvidence.drawn(five.draw(run), "a", "b", "c", "d", "e")
                    .findings()
                    .by(Metric.CPU)
                    .orElseThrow();
            String base = cpu.of("a").orElseThrow().ties();
            for (Ranking.RankedArm standing : cpu.standings()) {
                if (!standing.arm().equals("a")) {
                    boolean differs = standing.verdict() == Verdict.BETTER || standing.verdict() == Verdict.WORSE;
                    boolean shares = standing.ties().chars().anyMatch(letter -> base.indexOf(letter) >= 0);
                    assertThat(shares).as(run + " " + cpu).isNotEqualTo(differs);
                    differing += differs ? 1 : 0;
                    sharing += shares ? 1 : 0;
                }
            }
        }
        assertThat(differing).isGreaterThan(50);
        assertThat(sharing).isGreaterThan(50);
    }

    @Test
    void swappedLabelsGiveTheMirroredResult() {
        double[][][] values = QUICK.withEffects(0, 0.1).draw(3);
        Ranking.RankedArm one = standing(MadeEvidence.drawn(values, "a", "b").findings(), "b");
        Evidence evidence = MadeEvidence.drawn(values, "a", "b").evidence();
        Ranking.RankedArm other = standing(Analysis.of(evidence, "b"), "a");

        assertThat(Math.log(other.ratio().value()))
                .isCloseTo(-Math.log(one.ratio().value()), within(1e-12));
        assertThat(Math.log(other.ratio().low()))
                .isCloseTo(-Math.log(one.ratio().high()), within(1e-12));
        assertThat(Math.log(other.ratio().high()))
                .isCloseTo(-Math.log(one.ratio().low()), within(1e-12));
        assertThat(other.p()).isEqualTo(one.p());
    }

    @Test
    void theSameEvidenceGivesTheSameFindings() {
        Evidence evidence = MadeEvidence.drawn(QUICK.withEffects(0, 0.1, 0.05).draw(5), "a", "b", "c")
                .evidence();
        assertThat(Analysis.of(evidence)).hasToString(Analysis.of(evidence).toString());
        assertThat(Analysis.of(evidence, "c").experiment().baseline()).isEqualTo("c");
        assertThatThrownBy(() -> Analysis.of(evidence, "z"))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("z is not among the arms: a, b, c");
    }

    @Test
    void equalWithinTheMarginIsEquivalentAndTooNoisyIsInconclusive() {
        double[][][] quiet = SyntheticTrials.equalArms(10, 20, 0.002, 0.02).draw(1);
        Ranking cpu =
                MadeEvidence.drawn(quiet, "a", "b").findings().by(Metric.CPU).orElseThrow();
        assertThat(cpu.of("b").orElseThrow().verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(cpu.standings().stream().map(Ranking.RankedArm::ties)).containsExactly("a", "a");

        double[][][] noisy = SyntheticTrials.equalArms(5, 12, 0.2, 0.3).draw(1);
        assertThat(standing(MadeEvidence.drawn(noisy, "a", "b").findings(), "b").verdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void aDisturbedSliceDropsItsBlockForEveryArm() {
        // In fork 1, blocks 1 to 3, another program runs while b is measured: b appears twice as expensive there.
        MadeEvidence made = MadeEvidence.of("a", "b")
                .truth(place ->
                        place.fork() == 1 && place.block() <= 3 && place.arm().equals("b")
                                ? jittered(place).cpu(20).foreign(0.2)
                                : jittered(place));
        Findings findings = made.findings();
        assertThat(findings.quality().dropped()).isEqualTo(Map.of("another program used more than 0.10 core", 3));
        assertThat(findings.quality().blocks()).isEqualTo(60);
        assertThat(findings.quality().kept()).isEqualTo(57);
        assertThat(findings.quality().forks()).isEqualTo(5);
        assertThat(standing(findings, "b").ratio().value()).isCloseTo(1, within(0.01));
    }

    @Test
    void aBlockIsCountedOnceAndUnderItsFirstCause() {
        MadeEvidence made = MadeEvidence.of("a", "b").truth(place -> switch (place.block()) {
            case 1 -> Point.PLAIN.foreign(0.3).steal(0.1).unfit(0.2);
            case 2 -> Point.PLAIN.steal(0.3);
            case 3 -> Point.PLAIN.unfit(0.2);
            default -> Point.PLAIN;
        });
        assertThat(made.findings().quality().dropped())
                .containsExactly(
                        Map.entry("another program used more than 0.10 core", 5),
                        Map.entry("the hypervisor took more than 25 % of the processors' time", 5),
                        Map.entry("the generator was not fit", 5));
        assertThat(made.findings().quality().notes()).anyMatch(note -> note.contains("worked too much"));
    }

    /** Steal increases response times but not processor time: times lose their verdict, costs keep it. */
    @Test
    void whatTheHypervisorTakesSpoilsTimesLongBeforeItSpoilsCosts() {
        MadeEvidence made = MadeEvidence.of("a", "b")
                .truth(place -> (place.arm().equals("b") ? jittered(place).cpu(20) : jittered(place))
                        .times(100, 1_000)
                        .steal(place.block() <= 6 ? 0.1 : 0));
        Findings findings = made.findings();
        assertThat(findings.quality().valid()).isTrue();
        assertThat(findings.quality().kept()).isEqualTo(60);
        assertThat(standing(findings, "b").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(findings.by(Metric.P50).orElseThrow().standings())
                .extracting(Ranking.RankedArm::verdict)
                .containsOnly(Verdict.INVALID);
        assertThat(findings.quality().notes()).anyMatch(note -> note.contains("in 60 of 120 slices"));
    }

    @Test
    void aForkWithLessThanHalfOfItsBlocksIsDropped() {
        MadeEvidence seven = MadeEvidence.of("a", "b").truth(place -> taintedUpTo(place, 7));
        assertThat(seven.findings().quality().forks()).isEqualTo(4);
        assertThat(seven.findings().quality().forksDropped()).isEqualTo(1);
        assertThat(standing(seven.findings(), "b").ratio().forks()).isEqualTo(4);

        MadeEvidence six = MadeEvidence.of("a", "b").truth(place -> taintedUpTo(place, 6));
        assertThat(six.findings().quality().forks()).isEqualTo(5);
        assertThat(six.findings().quality().valid()).isTrue();

        MadeEvidence short3 = MadeEvidence.of("a", "b").blocks(3).forks(8).truth(place -> taintedUpTo(place, 2));
        assertThat(short3.findings().quality().forksDropped()).isEqualTo(1);
    }

    @Test
    void moreThanThirtyPerCentDroppedIsInvalid() {
        MadeEvidence made =
                MadeEvidence.of("a", "b").truth(place -> place.block() <= 4 ? Point.PLAIN.foreign(1) : jittered(place));
        Findings findings = made.findings();
        assertThat(findings.quality().invalid())
                .startsWith(
                        "environment: 20 of 60 blocks were disturbed (another program used more than 0.10 core in 20)");
        assertThat(findings.rankings().values())
                .allSatisfy(ranking -> assertThat(ranking.standings())
                        .allSatisfy(standing -> assertThat(standing.verdict()).isEqualTo(Verdict.INVALID)));

        MadeEvidence fewer =
                MadeEvidence.of("a", "b").truth(place -> place.block() <= 3 ? Point.PLAIN.foreign(1) : jittered(place));
        assertThat(fewer.findings().quality().valid()).as("25 %").isTrue();
    }

    @Test
    void blocksInPlaceOfDisturbedOnesCount() {
        MadeEvidence replaced = MadeEvidence.of("a", "b")
                .announced(12)
                .blocks(18)
                .truth(place -> place.block() <= 6 ? jittered(place).cpu(20).foreign(1) : jittered(place));
        Quality quality = replaced.findings().quality();
        assertThat(quality.valid()).as("a third was dropped, and replaced").isTrue();
        assertThat(quality.blocks()).isEqualTo(90);
        assertThat(quality.kept()).isEqualTo(60);
        assertThat(quality.forks()).isEqualTo(5);

        MadeEvidence missing = MadeEvidence.of("a", "b")
                .announced(12)
                .blocks(18)
                .truth(place -> place.block() <= 10 ? Point.PLAIN.foreign(1) : jittered(place));
        assertThat(missing.findings().quality().invalid())
                .startsWith(
                        "environment: 50 of 90 blocks were disturbed (another program used more than 0.10 core in 50),"
                                + " and of the 60 announced 20 are missing, more than 30 %. A machine that disturbs fewer than half");
    }

    /** What one fork has beyond its announced blocks is not what another lacks. */
    @Test
    void everyForkNeedsItsBlocks() {
        MadeEvidence made = MadeEvidence.of("a", "b")
                .announced(12)
                .blocks(24)
                .truth(place -> place.fork() > 2 && place.block() > 5 ? Point.PLAIN.foreign(1) : jittered(place));
        assertThat(made.findings().quality().kept()).isEqualTo(63);
        assertThat(made.findings().quality().invalid()).contains("of the 60 announced 21 are missing");
    }

    @Test
    void anInterruptedForkLacksNothing() {
        MadeEvidence made = MadeEvidence.of("a", "b")
                .announced(12)
                .blocks(6)
                .truth(place -> place.block() == 1 ? Point.PLAIN.foreign(1) : jittered(place));
        assertThat(made.findings().quality().valid()).isTrue();
    }

    @Test
    void oneForkShowsNothing() {
        Findings findings = MadeEvidence.of("a", "b")
                .forks(1)
                .truth(place -> place.arm().equals("b") ? Point.PLAIN.cpu(50) : Point.PLAIN)
                .findings();
        Ranking cpu = findings.by(Metric.CPU).orElseThrow();
        Ranking.RankedArm standing = cpu.of("b").orElseThrow();
        assertThat(standing.ratio().value()).isCloseTo(5, within(1e-9));
        assertThat(standing.ratio().bounded()).isFalse();
        assertThat(standing.value().low()).isNegative();
        assertThat(standing.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(cpu.detectable()).isInfinite();
    }

    @Test
    void nothingMeasuredIsInvalidAndSaysSo() {
        Findings findings = MadeEvidence.of("a", "b").forks(0).looks(5).findings();
        assertThat(findings.quality().invalid()).isEqualTo("nothing was measured");
        assertThat(findings.rankings()).isEmpty();
    }

    @Test
    void aCopyOfTheBaselineThatDiffersVoidsTheRun() {
        MadeEvidence wrong = MadeEvidence.of("a", "b")
                .sentinel()
                .truth(place ->
                        place.arm().equals("a (again)") ? jittered(place).cpu(11 * noise(place)) : jittered(place));
        Findings findings = wrong.findings();
        assertThat(findings.quality().invalid()).startsWith("sentinel: a second copy of a used 1.");
        assertThat(standing(findings, "b").verdict()).isEqualTo(Verdict.INVALID);
        assertThat(findings.quality().sentinel().orElseThrow().verdict()).isEqualTo(Verdict.WORSE);

        Findings right = MadeEvidence.of("a", "b")
                .sentinel()
                .truth(AnalysisTest::jittered)
                .findings();
        assertThat(right.quality().valid()).isTrue();
        assertThat(right.quality().sentinel().orElseThrow().verdict()).isEqualTo(Verdict.EQUIVALENT);
        assertThat(MadeEvidence.labels(right.by(Metric.CPU).orElseThrow())).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void anArmThatFailedLosesThatForkAndOnlyForItself() {
        MadeEvidence made = MadeEvidence.of("a", "b", "c").truth(AnalysisTest::jittered);
        IntStream.rangeClosed(3, 12).forEach(block -> made.without(new Place(2, block, "c")));
        made.entry(new ForkEvent.Failed(2, 1, "c", "ended with exit code 1", List.of()));
        Findings findings = made.findings();
        assertThat(standing(findings, "b").ratio().forks()).isEqualTo(5);
        assertThat(standing(findings, "c").ratio().forks()).isEqualTo(4);
        assertThat(standing(findings, "c").value().forks()).isEqualTo(4);
        assertThat(findings.quality().failures()).containsExactly("fork 2: c: ended with exit code 1");
    }

    @Test
    void aBaselineWithoutFiguresLeavesTheOthersWithoutRatio() {
        MadeEvidence made = MadeEvidence.of("a", "b", "c").truth(AnalysisTest::jittered);
        for (int fork = 1; fork <= 5; fork++) {
            for (int block = 1; block <= 12; block++) {
                made.without(new Place(fork, block, "a"));
            }
        }
        Ranking cpu = made.findings().by(Metric.CPU).orElseThrow();
        assertThat(MadeEvidence.labels(cpu)).containsExactlyInAnyOrder("b", "c");
        assertThat(cpu.of("b").orElseThrow().ratio().value()).isNaN();
        assertThat(cpu.of("b").orElseThrow().verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void looksAskForMoreThanFivePerCent() {
        // p is about 0.01: enough for one look, not for the first of two.
        MadeEvidence.Truth truth = place -> place.arm().equals("b")
                ? Point.PLAIN.cpu(10 * (1 + 0.01 * List.of(1, 5, 2, 4, 3).get(place.fork() - 1)))
                : Point.PLAIN;
        double p =
                standing(MadeEvidence.of("a", "b").truth(truth).findings(), "b").p();
        assertThat(p).isBetween(0.005, 0.05);
        assertThat(standing(MadeEvidence.of("a", "b").truth(truth).findings(), "b")
                        .verdict())
                .isEqualTo(Verdict.WORSE);
        assertThat(standing(MadeEvidence.of("a", "b").looks(5, 10).truth(truth).findings(), "b")
                        .verdict())
                .isNotEqualTo(Verdict.WORSE);
        Design design = MadeEvidence.of("a")
                .looks(5, 10, 15, 20)
                .evidence()
                .experiment()
                .design();
        assertThat(Significance.of(design, 3)).isLessThan(0.0001);
        assertThat(Significance.of(design, 10)).isCloseTo(0.0035, within(0.0003));
        assertThat(Significance.of(design, 14)).isEqualTo(Significance.of(design, 10));
        assertThat(Significance.of(design, 20)).isCloseTo(0.0388, within(0.001));
    }

    /** 10 µs, give or take two per cent. */
    public static Point jittered(Place place) {
        return Point.PLAIN.cpu(10 * noise(place));
    }

    private static double noise(Place place) {
        return Math.exp(0.02 * new Random(place.hashCode() * 31L + 7).nextGaussian());
    }

    private static Point taintedUpTo(Place place, int block) {
        return place.fork() == 2 && place.block() <= block ? Point.PLAIN.foreign(0.5) : jittered(place);
    }

    private static Ranking.RankedArm standing(Findings findings, String arm) {
        return findings.by(Metric.CPU).orElseThrow().of(arm).orElseThrow();
    }
}
