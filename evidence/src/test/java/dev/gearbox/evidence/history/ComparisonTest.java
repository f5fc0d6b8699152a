package dev.gearbox.evidence.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.MadeEvidence;
import dev.gearbox.evidence.MadeEvidence.Point;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.analysis.AnalysisTest;
import dev.gearbox.evidence.analysis.Effect;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.RecoveredEstimate;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.stats.Estimate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which results are comparable, and the comparison of two that are. */
class ComparisonTest {
    @Test
    void resultsOfDifferentSetUpsDoNotCompareUnlessToldSo() {
        Evidence here = MadeEvidence.of("a", "b").evidence();
        Evidence there = MadeEvidence.of("a", "b")
                .machine(machine -> new Machine(
                        machine.cores(),
                        machine.cpu(),
                        machine.memoryMiB(),
                        machine.os(),
                        machine.kernel(),
                        machine.jdk(),
                        machine.congestionControl(),
                        machine.descriptorLimit(),
                        "0.2.0",
                        "def5678",
                        "",
                        machine.serverFlags(),
                        machine.generatorFlags()))
                .evidence();
        assertThatThrownBy(() -> Comparison.of(here, there, Set.of()))
                .isInstanceOf(EvidenceException.class)
                .hasMessage(
                        "these were not measured under the same conditions: pinning differs (server on core 0, load on core 1; none)."
                                + " To compare anyway: --despite pinning");
        Comparison despite = Comparison.of(here, there, Set.of("pinning"));
        assertThat(despite.allowed()).extracting(Comparability.Difference::key).containsExactly("pinning");
        assertThat(despite.rows()).isNotEmpty();
    }

    @Test
    void resultsOfDifferentPlacementsDoNotCompareUnlessToldSo() {
        Evidence apart = MadeEvidence.of("a", "b").evidence();
        Evidence shared = MadeEvidence.of("a", "b")
                .placed(Placement.shared(List.of(0, 1)), null)
                .evidence();
        assertThatThrownBy(() -> Comparison.of(apart, shared, Set.of()))
                .hasMessageContaining(
                        "pinning differs (server on core 0, load on core 1; server and load share cores 0,1)");
        assertThat(Comparison.of(apart, shared, Set.of("pinning")).by(Metric.P50))
                .as("times of shared cores")
                .allMatch(row -> row.verdict() == Verdict.INVALID);
        assertThat(shared.experiment().title()).isNotEqualTo(apart.experiment().title());
    }

    @Test
    void everyAspectOfTheSetUpCountsAndCommitsDoNot() {
        Experiment one = MadeEvidence.of("a").evidence().experiment();
        assertThat(Comparability.differences(one, one)).isEmpty();
        Experiment other = MadeEvidence.of("a")
                .cell("bulk", Map.of("connections", "10"))
                .closed()
                .load("{\"arrivals\":{\"users\":1000}}")
                .machine(_ -> new Machine(
                        4,
                        "another",
                        1,
                        "Mac",
                        "1",
                        "JDK 26",
                        "cubic",
                        1,
                        "1",
                        "c",
                        "none",
                        List.of("-Xmx1g"),
                        List.of("-ea")))
                .evidence()
                .experiment();
        assertThat(Comparability.differences(one, other))
                .extracting(Comparability.Difference::key)
                .containsExactly(
                        "workload",
                        "parameters",
                        "loop",
                        "cores",
                        "cpu",
                        "os",
                        "kernel",
                        "jdk",
                        "congestion-control",
                        "pinning",
                        "server-flags",
                        "generator-flags",
                        "load");
        assertThat(Comparability.differences(one, other).getLast())
                .hasToString("load differs (arrivals.users 100; arrivals.users 1000)");
        assertThatThrownBy(() -> Comparability.require(one, other, Set.of("weather")))
                .isInstanceOf(EvidenceException.class)
                .hasMessageContaining("--despite weather: there is no such difference. Known: congestion-control, ");
    }

    @Test
    void tellsWhatChangedFromOneResultToTheOther() {
        Evidence before =
                MadeEvidence.of("a", "b", "gone").truth(AnalysisTest::jittered).evidence();
        Evidence after = MadeEvidence.of("a", "b", "new")
                .truth(place -> place.arm().equals("b")
                        ? Point.PLAIN.cpu(1.2 * AnalysisTest.jittered(place).cpuMicros())
                        : Point.PLAIN.cpu(1.001 * AnalysisTest.jittered(place).cpuMicros()))
                .evidence();
        Comparison comparison = Comparison.of(before, after, Set.of());
        assertThat(comparison.by(Metric.CPU)).extracting(Comparison.Row::arm).containsExactly("a", "b");
        Comparison.Row same = comparison.by(Metric.CPU).getFirst();
        assertThat(same.verdict()).isEqualTo(Verdict.EQUIVALENT);
        Comparison.Row dearer = comparison.by(Metric.CPU).getLast();
        assertThat(dearer.ratio().value()).isCloseTo(1.2, within(0.001));
        assertThat(dearer.ratio().low()).isBetween(1.1, 1.2);
        assertThat(dearer.verdict()).isEqualTo(Verdict.WORSE);
        assertThat(comparison.onlyBefore()).containsExactly("gone");
        assertThat(comparison.onlyAfter()).containsExactly("new");

        Comparison.Row back =
                Comparison.of(after, before, Set.of()).by(Metric.CPU).getLast();
        assertThat(Math.log(back.ratio().low()))
                .isCloseTo(-Math.log(dearer.ratio().high()), within(1e-9));
        assertThat(back.verdict()).isEqualTo(Verdict.BETTER);
    }

    @Test
    void anInvalidResultSaysNothingAboutAnother() {
        Evidence good = MadeEvidence.of("a").truth(AnalysisTest::jittered).evidence();
        Evidence bad = MadeEvidence.of("a")
                .truth(place -> place.block() > 6 ? Point.PLAIN.foreign(1) : Point.PLAIN.cpu(30))
                .evidence();
        Comparison comparison = Comparison.of(good, bad, Set.of());
        assertThat(comparison.invalid()).get().asString().startsWith("the second is invalid: environment");
        assertThat(comparison.rows()).extracting(Comparison.Row::verdict).containsOnly(Verdict.INVALID);
        assertThatThrownBy(() -> Comparison.of(good, MadeEvidence.of("z").evidence(), Set.of()))
                .hasMessage("these two have no arm in common: a; z");
    }

    @Test
    void welchIsThatOfTheTextbook() {
        // Values of a published example (Student's sleep data): t = -1.8608, df = 17.776, p = 0.07939.
        Estimate first = Estimate.of(0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0);
        Estimate second = Estimate.of(1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4);
        Unpaired welch = Unpaired.of(first, second);
        assertThat(welch.mean() / welch.standardError()).isCloseTo(-1.8608, within(1e-4));
        assertThat(welch.freedom()).isCloseTo(17.776, within(1e-3));
        assertThat(welch.p()).isCloseTo(0.07939, within(1e-5));
        assertThat(welch.interval(0.95).low()).isCloseTo(-3.3654832, within(1e-6));
        assertThat(welch.interval(0.95).high()).isCloseTo(0.2054832, within(1e-6));
    }

    @Test
    void whatIsPublishedCanBeTakenBackToItsError() {
        Estimate estimate = Estimate.of(0.1, 0.2, 0.25, 0.15);
        Effect ratio = RecoveredEstimate.of(new Effect(estimate, true).value(0.95), 0.95);
        assertThat(ratio.estimate().mean()).isCloseTo(estimate.mean(), within(1e-12));
        assertThat(ratio.estimate().standardError()).isCloseTo(estimate.standardError(), within(1e-12));
        Effect plain = RecoveredEstimate.linear(new Effect(estimate, false).value(0.99), 0.99);
        assertThat(plain.estimate().standardError()).isCloseTo(estimate.standardError(), within(1e-12));
        assertThat(RecoveredEstimate.of(new Figure(3, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 1), 0.95)
                        .estimate()
                        .p())
                .isEqualTo(1);
    }
}
