package dev.gearbox.evidence.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.Usable;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where subject and load share cores: costs always count, times only after an A/A that allows it. */
class SharedCoresTest {
    private static final Point LATE = Point.PLAIN.unfit("lag p99 900 us, allowed 50 us", 900, 0.4);

    /** The second arm costs a fifth more and is slower. */
    private static Evidence measured(Point first, @Nullable PlacementControl control) {
        return MadeEvidence.of("a", "b")
                .placed(Placement.shared(List.of(0, 1)), control)
                .truth(place -> place.arm().equals("a")
                        ? first.cpu(10 + 0.01 * place.fork()).times(100 + place.fork(), 1000)
                        : first.cpu(12 + 0.01 * place.fork()).times(150 + place.fork(), 1000))
                .evidence();
    }

    private static Verdict verdict(Evidence evidence, Metric metric) {
        return Analysis.of(evidence)
                .by(metric)
                .orElseThrow()
                .of("b")
                .orElseThrow()
                .verdict();
    }

    @Test
    void costsCountHoweverLateTheGeneratorIs() {
        Evidence evidence = measured(LATE, null);
        assertThat(verdict(evidence, Metric.CPU)).isEqualTo(Verdict.WORSE);
        assertThat(Analysis.of(evidence).quality().droppedShare()).isZero();
        Evidence apart = MadeEvidence.of("a", "b").truth(_ -> LATE).evidence();
        assertThat(Analysis.of(apart).quality().valid())
                .as("with a core of its own, a generator that is off it sends another load than planned")
                .isFalse();
    }

    @Test
    void otherProgramsDisturbCostsThereToo() {
        assertThat(Analysis.of(measured(Point.PLAIN.foreign(0.5), null))
                        .quality()
                        .valid())
                .isFalse();
    }

    @Test
    void timesHaveNoVerdictWithoutAnAa() {
        Evidence evidence = measured(Point.PLAIN, null);
        assertThat(verdict(evidence, Metric.P50)).isEqualTo(Verdict.INVALID);
        Findings.Unfit unfit =
                Objects.requireNonNull(Analysis.of(evidence).unfit().get(Metric.P50));
        assertThat(unfit.lack()).isEqualTo(Findings.Lack.CONTROL);
        assertThat(unfit.why())
                .isEqualTo("server and load share cores 0,1, and no A/A has shown yet that times can be trusted there"
                        + " (gearbox check --cores subject=0,1 load=0,1)");
        assertThat(Analysis.of(evidence).unfit()).containsKeys(Metric.RATE, Metric.P99, Metric.CAPACITY);
        assertThat(verdict(evidence, Metric.CPU)).isEqualTo(Verdict.WORSE);
    }

    @Test
    void timesHaveAVerdictIfTheAaPassed() {
        assertThat(verdict(measured(Point.PLAIN, new PlacementControl(true, "p50 1.00")), Metric.P50))
                .isEqualTo(Verdict.WORSE);
        assertThat(verdict(measured(LATE, new PlacementControl(true, "p50 1.00")), Metric.P50))
                .as("the generator's own limits apply to each run")
                .isEqualTo(Verdict.INVALID);
    }

    /** A quieter machine need not help there. */
    @Test
    void aGeneratorThatIsLateThereLacksACoreOfItsOwn() {
        PlacementControl passed = new PlacementControl(true, "p50 1.00");
        Findings.Unfit late = Objects.requireNonNull(
                Analysis.of(measured(LATE, passed)).unfit().get(Metric.P50));
        assertThat(late.lack()).isEqualTo(Findings.Lack.OWN_CORE);
        assertThat(late.disturbed()).isTrue();
        assertThat(late.why()).isEqualTo("in 120 of 120 slices the generator was kept from its core (120)");
        Findings.Unfit stolen = Objects.requireNonNull(
                Analysis.of(measured(Point.PLAIN.steal(0.05), passed)).unfit().get(Metric.P50));
        assertThat(stolen.lack()).isEqualTo(Findings.Lack.QUIET);
    }

    @Test
    void aTimeThatTheAaDoesNotKnowHasNone() {
        PlacementControl control = new PlacementControl(true, List.of("p99", "mean"), "p99 0.76 [0.39, 1.48]");
        Evidence evidence = measured(Point.PLAIN, control);
        assertThat(verdict(evidence, Metric.P50)).isEqualTo(Verdict.WORSE);
        assertThat(verdict(evidence, Metric.P90)).isEqualTo(Verdict.WORSE);
        assertThat(verdict(evidence, Metric.CPU)).isEqualTo(Verdict.WORSE);
        assertThat(verdict(evidence, Metric.P99)).isEqualTo(Verdict.INVALID);
        assertThat(Analysis.of(evidence).unfit().keySet())
                .contains(Metric.P99, Metric.MEAN, Metric.RATE, Metric.CAPACITY)
                .doesNotContain(Metric.P50, Metric.P90, Metric.CPU, Metric.SWITCHES);
        Findings.Unfit unfit =
                Objects.requireNonNull(Analysis.of(evidence).unfit().get(Metric.P99));
        assertThat(unfit.lack()).isEqualTo(Findings.Lack.CONTROL);
        assertThat(unfit.why())
                .isEqualTo(
                        "server and load share cores 0,1, and the A/A there does not know p99 closely enough (gearbox"
                                + " check --cores subject=0,1 load=0,1): p99 0.76 [0.39, 1.48]");
        assertThat(Analysis.of(evidence).quality().notes())
                .contains(
                        "no verdict on p99, mean: server and load share cores 0,1, and the A/A there does not know them"
                                + " closely enough (gearbox check --cores subject=0,1 load=0,1): p99 0.76 [0.39, 1.48]");
        assertThat(Analysis.of(measured(Point.PLAIN, new PlacementControl(true, "all")))
                        .quality()
                        .notes())
                .noneMatch(note -> note.contains("A/A"));
    }

    /** The time of a job follows from the rate of its units, and that from the mean; its longest gap may come from any part of the distribution. */
    @Test
    void aJobNeedsTheMean() {
        assertThat(unfitWithout(Metric.P90))
                .contains(Metric.P90, Metric.GAP, Metric.CAPACITY)
                .doesNotContain(Metric.MEAN, Metric.ELAPSED, Metric.WORK, Metric.STRETCH, Metric.CORES);
        assertThat(unfitWithout(Metric.MEAN))
                .contains(Metric.MEAN, Metric.ELAPSED, Metric.WORK, Metric.STRETCH, Metric.CORES, Metric.GAP);
    }

    private static Set<Metric> unfitWithout(Metric unknown) {
        PlacementControl control = new PlacementControl(true, List.of(unknown.key()), "");
        return Analysis.of(measured(Point.PLAIN, control)).unfit().keySet();
    }

    @Test
    void anAaThatDidNotPassLeavesTimesWithout() {
        Evidence evidence = measured(Point.PLAIN, new PlacementControl(false, "p50 1.30 [1.20, 1.40]"));
        assertThat(verdict(evidence, Metric.P50)).isEqualTo(Verdict.INVALID);
        Findings.Unfit unfit =
                Objects.requireNonNull(Analysis.of(evidence).unfit().get(Metric.P50));
        assertThat(unfit.lack()).isEqualTo(Findings.Lack.CORES);
        assertThat(unfit.why()).endsWith("the A/A there did not pass: p50 1.30 [1.20, 1.40]");
    }

    /** Without a verdict on times no block is measured again for them; with one they count like anywhere. */
    @Test
    void blocksAreReplacedForWhatHasAVerdict() {
        assertThat(usable(measured(LATE, null))).isEqualTo(Usable.ALL);
        assertThat(usable(measured(LATE, new PlacementControl(true, "")))).isEqualTo(Usable.COSTS);
        assertThat(usable(measured(Point.PLAIN.steal(0.5), null))).isEqualTo(Usable.NOTHING);
    }

    private static Usable usable(Evidence evidence) {
        return Usable.of(
                evidence.forks().getFirst().blocks().firstEntry().getValue().values(), evidence.experiment());
    }
}
