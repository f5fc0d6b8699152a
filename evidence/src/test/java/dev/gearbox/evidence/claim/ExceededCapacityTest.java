package dev.gearbox.evidence.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import java.io.IOException;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Above its capacity an arm's times are a sum: they have no verdict and decide no claim; its costs and its rate do. */
class ExceededCapacityTest {
    private static final Evidence EVIDENCE = MadeEvidence.of("ideal", "threads", "selector")
            .exceeding("threads")
            .truth(place -> Point.PLAIN
                    .cpu(place.arm().equals("threads") ? 20 : 10)
                    .times(place.arm().equals("threads") ? 1_250 : place.arm().equals("selector") ? 300 : 200, 10_000))
            .evidence();

    private record Given(Evidence evidence) implements FigureSource {
        @Override
        public Optional<Findings> findings(Claim.CellRef cell, String arm, String baseline) {
            return Optional.of(Analysis.of(evidence, baseline));
        }

        @Override
        public Optional<Figure> apart(Claim.Measure.Kind kind, String arm) {
            return Optional.empty();
        }

        @Override
        public Optional<String> missing(String arm) {
            return Optional.empty();
        }
    }

    private static Ranking.RankedArm standing(Metric metric, String arm) {
        return Analysis.of(EVIDENCE).by(metric).orElseThrow().of(arm).orElseThrow();
    }

    @Test
    void its_times_have_no_verdict_and_its_costs_do() {
        assertThat(standing(Metric.P50, "threads").verdict()).isEqualTo(Verdict.INVALID);
        assertThat(standing(Metric.P50, "threads").ties()).isEmpty();
        assertThat(standing(Metric.MEAN, "threads").verdict()).isEqualTo(Verdict.INVALID);
        assertThat(standing(Metric.P50, "selector").verdict()).isEqualTo(Verdict.WORSE);
        assertThat(standing(Metric.CPU, "threads").verdict()).isEqualTo(Verdict.WORSE);
    }

    @Test
    void a_comparison_with_it_has_no_verdict_either() {
        Ranking times = Analysis.of(EVIDENCE, "threads").by(Metric.P50).orElseThrow();
        assertThat(times.standings())
                .allSatisfy(standing -> assertThat(standing.verdict()).isEqualTo(Verdict.INVALID));
    }

    private static Judgement judged(String left, String right, String metric) throws IOException {
        return Judge.of(ClaimFileTest.decode("""
                        id: fg-1
                        statement: s
                        source: p
                        their-method: {how: h, reported: r}
                        workload: ping
                        axes: {connections: 100}
                        margin: 0.05
                        parts:
                          - {name: the queue, metric: %s, left: %s, right: %s, expect: left-higher}
                          - {name: the cost, metric: cpu, left: threads, right: selector, expect: left-higher}
                        """.formatted(metric, left, right)), new Given(EVIDENCE));
    }

    @Test
    void a_claim_about_its_times_is_decided_by_the_other_parts() throws IOException {
        for (Judgement judgement :
                new Judgement[] {judged("threads", "selector", "mean"), judged("selector", "threads", "p50")}) {
            assertThat(judgement.verdict()).isEqualTo(ClaimVerdict.HOLDS);
            assertThat(judgement.parts().getFirst().verdict()).isEqualTo(ClaimVerdict.BY_ARITHMETIC);
            assertThat(judgement.parts().getFirst().why())
                    .isEqualTo("threads carries at most 40.0/s under ping connections=100 (16 threads)");
        }
        assertThat(ClaimVerdict.BY_ARITHMETIC.decided()).isFalse();
    }

    @Test
    void a_bound_that_cannot_be_is_refused() {
        assertThatThrownBy(() -> new ArmBound(400, null, "", true)).isInstanceOf(EvidenceException.class);
        assertThatThrownBy(() -> new ArmBound(-1, null, "", false)).isInstanceOf(EvidenceException.class);
    }
}
