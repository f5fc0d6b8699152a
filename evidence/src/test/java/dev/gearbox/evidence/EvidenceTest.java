package dev.gearbox.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.MadeEvidence.Point;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Verdict;
import org.junit.jupiter.api.Test;

class EvidenceTest {
    /** Two arms of which one answers half as often, beside a third. */
    private static MadeEvidence three(Point third) {
        return MadeEvidence.of("none", "a", "b").closed().truth(place -> switch (place.arm()) {
            case "a" -> Point.PLAIN.rate(1_000 + place.block() % 3);
            case "b" -> Point.PLAIN.rate(500 + place.block() % 2);
            default -> third;
        });
    }

    @Test
    void aGeneratorThatAnotherArmKeepsBusyLeavesTwoArmsTheirRates() {
        Evidence evidence = three(Point.PLAIN.rate(90_000).unfit(0.99)).evidence();
        Findings table = Analysis.of(evidence, "a");
        assertThat(table.unfit()).doesNotContainKey(Metric.RATE);
        assertThat(table.by(Metric.RATE).orElseThrow().of("b").orElseThrow().verdict())
                .isEqualTo(Verdict.WORSE);
        assertThat(table.by(Metric.RATE).orElseThrow().of("none")).isEmpty();
        assertThat(table.quality().notes()).anyMatch(note -> note.contains("none (0 of 60)"));
        Findings pair = Analysis.of(evidence.between("b", "a"));
        assertThat(pair.unfit()).doesNotContainKey(Metric.RATE);
        assertThat(pair.by(Metric.RATE).orElseThrow().of("b").orElseThrow().verdict())
                .isEqualTo(Verdict.WORSE);
        assertThat(Analysis.of(evidence.between("a", "none")).unfit()).containsKey(Metric.RATE);
    }

    @Test
    void whatDisturbsAnotherArmOnlyIsNoneOfTheirs() {
        Evidence evidence = three(Point.PLAIN.foreign(0.8)).evidence();
        assertThat(Analysis.of(evidence).quality().valid()).isFalse();
        assertThat(Analysis.of(evidence.between("b", "a")).quality().valid()).isTrue();
        assertThat(Analysis.of(evidence.between("a", "none")).quality().valid()).isFalse();
    }

    @Test
    void theSentinelStaysWithItsBaseline() {
        Evidence evidence = MadeEvidence.of("a", "b", "c").sentinel().evidence();
        assertThat(evidence.between("b", "a").experiment().sentinel()).contains("a (again)");
        assertThat(evidence.between("b", "a").experiment().arms())
                .extracting(Arm::label)
                .containsExactly("a", "b", "a (again)");
        assertThat(evidence.between("b", "c").experiment().arms())
                .extracting(Arm::label)
                .containsExactly("b", "c");
        assertThat(evidence.between("a", "a").experiment().arms()).hasSize(2);
        assertThatThrownBy(() -> evidence.between("d", "a"))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("d is not among the arms");
    }
}
