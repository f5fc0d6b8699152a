package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Place;
import dev.gearbox.evidence.MadeEvidence.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Verdicts on arms that left an experiment before its end. */
class RacedAnalysisTest {
    /** About 3 % dearer in each fork: p is 0.02 after three forks and 0.0004 after five. */
    private static final MadeEvidence.Truth THREE_PERCENT = place -> place.arm().equals("b")
            ? Point.PLAIN.cpu(10 * (1 + 0.01 * List.of(2.4, 3.0, 3.6, 2.9, 3.1).get(place.fork() - 1)))
            : AnalysisTest.jittered(place);

    private static MadeEvidence made() {
        return MadeEvidence.of("a", "b", "c").looks(3, 4, 5).truth(THREE_PERCENT);
    }

    /** The second arm leaves after three forks. */
    private static MadeEvidence raced() {
        MadeEvidence made = made();
        for (int fork = 4; fork <= 5; fork++) {
            made.entry(new ForkEvent.Raced(fork, List.of("b")));
            missing(made, fork);
        }
        return made;
    }

    private static void missing(MadeEvidence made, int fork) {
        missing(made, fork, "b");
    }

    private static void missing(MadeEvidence made, int fork, String arm) {
        for (int block = 1; block <= 12; block++) {
            made.without(new Place(fork, block, arm));
        }
    }

    private static Ranking.RankedArm standing(Findings findings, String arm) {
        return findings.by(Metric.CPU).orElseThrow().of(arm).orElseThrow();
    }

    @Test
    void anArmThatLeftIsJudgedByTheLookThatItReached() {
        Ranking.RankedArm whole = standing(made().findings(), "b");
        Ranking.RankedArm early = standing(raced().findings(), "b");

        assertThat(whole.ratio().forks()).isEqualTo(5);
        assertThat(whole.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(early.ratio().forks()).isEqualTo(3);
        double threshold = Significance.of(raced().evidence().experiment().design(), 3);
        assertThat(early.adjusted()).isBetween(threshold, 0.05);
        assertThat(early.verdict())
                .as("p is small enough for the last look only")
                .isNotEqualTo(Verdict.WORSE);
        assertThat(standing(raced().findings(), "c").ratio().forks()).isEqualTo(5);
    }

    /** An arm that failed in two forks did not choose to: it is judged by all forks of the run. */
    @Test
    void anArmThatFailedIsJudgedByTheLookOfTheRun() {
        MadeEvidence failed = made();
        missing(failed, 4);
        missing(failed, 5);

        assertThat(standing(failed.findings(), "b").verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void armsOnBothSidesOfTheBaselineShareNoLetterThoughTheySharedOneForkOnly() {
        MadeEvidence made = MadeEvidence.of("a", "b", "c").looks(3, 4, 5).truth(place -> switch (place.arm()) {
            case "b" -> AnalysisTest.jittered(place).cpu(7 + 0.01 * place.fork());
            case "c" -> AnalysisTest.jittered(place).cpu(13 + 0.01 * place.fork());
            default -> AnalysisTest.jittered(place);
        });
        for (int fork = 4; fork <= 5; fork++) {
            made.entry(new ForkEvent.Raced(fork, List.of("b")));
            missing(made, fork, "b");
            missing(made, fork - 3, "c");
        }

        Findings findings = made.findings();
        assertThat(standing(findings, "b").verdict()).isEqualTo(Verdict.BETTER);
        assertThat(standing(findings, "c").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(findings.by(Metric.CPU).orElseThrow().standings())
                .extracting(Ranking.RankedArm::ties)
                .containsExactly("a", "b", "c");
    }

    @Test
    void thePairHasTheForksThatBothRan() {
        Evidence evidence = raced().evidence();

        assertThat(evidence.between("b", "a").forks())
                .extracting(Evidence.Fork::number)
                .containsExactly(1, 2, 3);
        assertThat(evidence.between("c", "b").forks()).hasSize(3);
        assertThat(evidence.between("c", "a").forks()).hasSize(5);
        assertThat(evidence.first(3).forks()).hasSize(3);
        assertThat(Analysis.of(evidence.between("b", "a")).quality().valid()).isTrue();
    }

    @Test
    void theReaderIsToldWhoLeft() {
        assertThat(raced().findings().quality().notes())
                .containsExactly("b: decided after 3 forks, and not measured in the others");
        assertThat(made().findings().quality().notes()).isEmpty();
    }

    @Test
    void noDifferenceAlsoNeedsMoreAtAnEarlyLook() {
        Evidence evidence = raced().evidence();
        assertThat(Significance.equivalence(evidence.experiment().design(), 3)).isBetween(0.02, 0.05);
        assertThat(Significance.equivalence(evidence.experiment().design(), 5)).isBetween(0.07, 0.10);
        assertThat(Significance.equivalence(
                        MadeEvidence.of("a").evidence().experiment().design(), 5))
                .isEqualTo(0.10);
    }
}
