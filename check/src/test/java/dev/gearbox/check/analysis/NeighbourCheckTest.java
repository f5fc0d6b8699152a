package dev.gearbox.check.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.CheckOutcome;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** IT-22: what an A/A beside another program means, for right findings and for each wrong one. */
class NeighbourCheckTest {
    private final MadeFindings made = new MadeFindings();

    @BeforeEach
    void timesHaveNoVerdict() {
        EqualServers.TIMES.forEach(metric -> made.unfit(metric, "another program ran", Findings.Lack.QUIET));
    }

    private CheckOutcome judged(double others) {
        return NeighbourCheck.judge(made.of(SyntheticEvidence.experiment(5, 8)), 0.25, others);
    }

    @Test
    void equalCostsPass() {
        assertThat(judged(0.24).passed()).isTrue();
        assertThat(judged(0.24).figure())
                .isEqualTo(
                        "others took 24 % of each core, CPU per request 1.010 [0.960, 1.060], 4 of 4 times without a verdict");
    }

    @Test
    void costsThatDifferAreAFailure() {
        made.seen(Metric.CPU, 1.1, 0.02, 0.0001);
        assertThat(judged(0.24).figure()).contains("CPU per request 1.100 [1.080, 1.120] (wrong)");
        assertThat(judged(0.24).passed()).isFalse();
    }

    @Test
    void costsWithoutAVerdictAreAFailure() {
        made.invalid("environment: 40 of 40 blocks were disturbed");
        assertThat(judged(0.24).passed()).isFalse();
        assertThat(judged(0.24).figure()).contains("no verdict on costs: environment: 40 of 40");
    }

    @Test
    void timesWithAFalseVerdictAreAFailure() {
        made.fit(Metric.P99);
        assertThat(judged(0.24).passed()).isTrue();
        made.seen(Metric.P99, 1.2, 0.04, 0.0001);
        assertThat(judged(0.24).passed()).isFalse();
    }

    @Test
    void withoutTheOtherProgramNothingIsKnown() {
        assertThat(judged(0.1).kind()).isEqualTo(CheckOutcome.Kind.NOT_HERE);
    }
}
