package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What may be concluded from a run during which another program was never away. */
class CostsBesideOthersTest {
    /** The second arm costs twice as much; another program takes a quarter of two cores, and the generator was kept from its own for some time. */
    private static Evidence disturbed(int blocks, double away) {
        return MadeEvidence.of("a", "b")
                .truth(place -> {
                    double jitter = 1 + 0.01 * ((place.fork() * 7 + place.block() * 3) % 5);
                    Point point = Point.PLAIN
                            .cpu((place.arm().equals("b") ? 20 : 10) * jitter)
                            .times(100, 1_000);
                    return place.block() <= blocks ? point.foreign(0.5).unfit("kept off its core", 5, away) : point;
                })
                .evidence();
    }

    @Test
    void aReportGivesCostsBesideOtherProgramsAndSaysSo() {
        Findings findings = Analysis.ofReport(disturbed(12, 0.3));

        assertThat(findings.quality().valid()).isTrue();
        assertThat(findings.quality().foreignCores()).isCloseTo(0.5, within(1e-9));
        assertThat(findings.quality().notes().getFirst())
                .startsWith("costs are those beside other programs, which used 0.50 core");
        Ranking.RankedArm dearer =
                findings.by(Metric.CPU).flatMap(cpu -> cpu.of("b")).orElseThrow();
        assertThat(dearer.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(dearer.ratio().value()).isCloseTo(2, within(0.01));
    }

    @Test
    void timesHaveNoVerdictThen() {
        Findings findings = Analysis.ofReport(disturbed(12, 0.3));

        assertThat(findings.unfit())
                .hasEntrySatisfying(
                        Metric.P50,
                        unfit -> assertThat(unfit.why())
                                .isEqualTo(
                                        "in 120 of 120 slices other programs used the processors (120), or the generator was kept from its core (120)"));
        assertThat(findings.by(Metric.P50).orElseThrow().standings())
                .extracting(Ranking.RankedArm::verdict)
                .containsOnly(Verdict.INVALID);
    }

    /** They are another quantity: a claim, a history or a race would compare what cannot be compared. */
    @Test
    void nothingButAReportUsesThem() {
        Evidence evidence = disturbed(12, 0.3);

        assertThat(Analysis.of(evidence).quality().valid()).isFalse();
        assertThat(Analysis.ofClaims(evidence).quality().valid()).isFalse();
        assertThat(Analysis.of(evidence, Set.of(Metric.CPU)).quality().valid()).isFalse();
    }

    @Test
    void aRunWithEnoughUndisturbedBlocksUsesThoseAlone() {
        Evidence evidence = disturbed(3, 0.3);
        Findings findings = Analysis.ofReport(evidence);

        assertThat(findings.quality().foreignCores()).isNull();
        assertThat(findings.quality().kept()).isEqualTo(45);
        assertThat(findings).isEqualTo(Analysis.of(evidence));
    }

    @Test
    void aGeneratorThatHardlyRanMeasuredNothing() {
        assertThat(Analysis.ofReport(disturbed(12, 0.8)).quality().invalid())
                .startsWith("environment: 60 of 60 blocks");
    }
}
