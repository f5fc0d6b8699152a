package dev.gearbox.check.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.CheckOutcome;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

/** IT-21: what an A/A in a placement means, for right findings and for each wrong one. */
class PlacementCheckTest {
    private final MadeFindings made = new MadeFindings();

    private PlacementCheck.Judged judged() {
        return PlacementCheck.judge(
                made.of(SyntheticEvidence.experiment(5, 6).placed(Placement.shared(List.of(0, 1)))));
    }

    @Test
    void equalServersAllowVerdictsOnTimes() {
        PlacementCheck.Judged judged = judged();
        assertThat(judged.outcome().passed()).isTrue();
        assertThat(judged.control().map(PlacementControl::passed)).contains(true);
        assertThat(judged.control().orElseThrow().seen()).contains("p50 1.010 [0.960, 1.060]", "p99 1.010");
    }

    @Test
    void timesThatDifferAreAFailure() {
        made.seen(Metric.P99, 1.2, 0.04, 0.0001);
        PlacementCheck.Judged judged = judged();
        assertThat(judged.outcome().figure()).contains("p99 1.200 [1.160, 1.240] (wrong)");
        assertThat(judged.outcome().passed()).isFalse();
        assertThat(judged.control().map(PlacementControl::passed)).contains(false);
    }

    @Test
    void costsThatDifferAreAFailure() {
        made.seen(Metric.CPU, 1.1, 0.02, 0.0001);
        assertThat(judged().outcome().passed()).isFalse();
        assertThat(judged().control().map(PlacementControl::passed)).contains(false);
    }

    /** Nothing false is concluded then, so the instrument has not failed. */
    @Test
    void timesThatDoNotPassTheGatesHaveNoVerdict() {
        made.unfit(Metric.P50, "in 20 of 30 blocks the generator was late", Findings.Lack.GENERATOR);
        PlacementCheck.Judged judged = judged();
        assertThat(judged.outcome().passed()).isTrue();
        assertThat(judged.outcome().figure())
                .endsWith("no verdict on times: in 20 of 30 blocks the generator was late");
        assertThat(judged.control().map(PlacementControl::passed)).contains(false);
    }

    /** Which says nothing about the placement: it can be checked again when the machine is quieter. */
    @Test
    void timesThatAreHardlyKnownSayNothing() {
        for (Metric metric : List.of(Metric.P50, Metric.P90, Metric.P99, Metric.MEAN)) {
            made.seen(metric, 1.01, 0.4, 0.9);
        }
        assertThat(judged().outcome().kind()).isEqualTo(CheckOutcome.Kind.NOT_HERE);
        assertThat(judged().outcome().figure()).startsWith("a quieter machine: times are not known within 25 %: CPU");
        assertThat(judged().control()).isEmpty();
        made.missing(Metric.P99);
        assertThat(judged().control()).isEmpty();
        made.missing(Metric.P50);
        made.unfit(Metric.P50, "in 20 of 30 blocks the generator was late", Findings.Lack.QUIET);
        assertThat(judged().outcome().figure()).endsWith("because in 20 of 30 blocks the generator was late");
        assertThat(judged().control()).isEmpty();
    }

    @Test
    void oneTimeThatIsHardlyKnownHasNoVerdictAndTheOthersHave() {
        made.seen(Metric.P99, 1.01, 0.4, 0.9);
        made.missing(Metric.P90);
        assertThat(judged().outcome().passed()).isTrue();
        assertThat(judged().outcome().figure())
                .contains("no p90, p99 1.010")
                .endsWith("no verdict on p90, p99: not known within 25 %");
        PlacementControl control = judged().control().orElseThrow();
        assertThat(control.passed()).isTrue();
        assertThat(control.unknown()).containsExactly("p90", "p99");
        assertThat(judged().allowsTimes()).isFalse();
    }

    /** A wide interval of one time does not excuse another one that differs. */
    @Test
    void aDifferenceIsAFailureHoweverLittleIsKnownOfTheRest() {
        made.seen(Metric.P99, 1.01, 0.4, 0.9);
        made.seen(Metric.P50, 1.2, 0.04, 0.0001);
        assertThat(judged().outcome().kind()).isEqualTo(CheckOutcome.Kind.FAILED);
        assertThat(judged().control().map(PlacementControl::passed)).contains(false);
    }

    @Test
    void aDisturbedMachineSaysNothing() {
        made.invalid("20 of 30 announced blocks are missing");
        assertThat(judged().outcome().kind()).isEqualTo(CheckOutcome.Kind.NOT_HERE);
        assertThat(judged().control()).isEmpty();
    }
}
