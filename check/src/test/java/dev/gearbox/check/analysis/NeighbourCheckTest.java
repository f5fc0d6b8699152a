package dev.gearbox.check.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.CheckOutcome;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** IT-22: what an A/A beside another program means, for right findings and for each wrong one. */
class NeighbourCheckTest {
    private final Map<Metric, Ranking> rankings = new EnumMap<>(Metric.class);
    private final Map<Metric, Findings.Unfit> unfit = new EnumMap<>(Metric.class);
    private @Nullable String invalid;

    @BeforeEach
    void allIsEqualAndTimesHaveNoVerdict() {
        for (Metric metric : List.of(Metric.CPU, Metric.P50, Metric.P90, Metric.P99, Metric.MEAN)) {
            seen(metric, 0.6);
            if (metric.isTime()) {
                unfit.put(metric, new Findings.Unfit("another program ran", Findings.Lack.QUIET));
            }
        }
    }

    private void seen(Metric metric, double p) {
        Figure one = new Figure(1, 1, 1, 5);
        Figure second = new Figure(1.01, 0.95, 1.07, 5);
        rankings.put(
                metric,
                new Ranking(
                        metric,
                        List.of(
                                new RankedArm("A", one, one, 1, 1, Verdict.BASELINE, "a"),
                                new RankedArm("B", second, second, p, p, Verdict.INCONCLUSIVE, "a")),
                        0.06));
    }

    private CheckOutcome judged(double others) {
        Quality quality = new Quality(
                5,
                40,
                40,
                Map.of(),
                0,
                List.of(),
                5,
                0.3,
                0,
                null,
                null,
                Optional.empty(),
                invalid,
                List.of(),
                List.of());
        Findings findings = new Findings(SyntheticEvidence.experiment(5, 8), quality, rankings, unfit);
        return NeighbourCheck.judge(findings, 0.25, others);
    }

    @Test
    void equalCostsPass() {
        assertThat(judged(0.24).passed()).isTrue();
        assertThat(judged(0.24).figure())
                .isEqualTo(
                        "others took 24 % of each core, CPU per request 1.010 [0.950, 1.070], 4 of 4 times without a verdict");
    }

    @Test
    void costsThatDifferAreAFailure() {
        seen(Metric.CPU, 0.0001);
        assertThat(judged(0.24).figure()).contains("CPU per request 1.010 [0.950, 1.070] (wrong)");
    }

    @Test
    void costsWithoutAVerdictAreAFailure() {
        invalid = "environment: 40 of 40 blocks were disturbed";
        assertThat(judged(0.24).passed()).isFalse();
        assertThat(judged(0.24).figure()).contains("no verdict on costs: environment: 40 of 40");
    }

    @Test
    void timesWithAFalseVerdictAreAFailure() {
        unfit.remove(Metric.P99);
        assertThat(judged(0.24).passed()).isTrue();
        seen(Metric.P99, 0.0001);
        assertThat(judged(0.24).passed()).isFalse();
    }

    @Test
    void withoutTheOtherProgramNothingIsKnown() {
        assertThat(judged(0.1).kind()).isEqualTo(CheckOutcome.Kind.NOT_HERE);
    }
}
