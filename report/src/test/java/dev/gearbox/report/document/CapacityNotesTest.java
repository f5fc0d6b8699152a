package dev.gearbox.report.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.report.SampleReports;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CapacityNotesTest {
    private static final Evidence PLAIN = SampleReports.ping(100).evidence();

    /** The same results, with bounds for the first three arms. */
    private static Evidence bounded() {
        Experiment was = PLAIN.experiment();
        List<ArmBound> bounds = List.of(
                new ArmBound(200, null, "the slowest wait", false),
                new ArmBound(400, 40.0, "16 threads", true),
                new ArmBound(200, null, "the slowest wait", false));
        List<Arm> arms = new ArrayList<>(was.arms());
        for (int i = 0; i < bounds.size(); i++) {
            arms.set(i, new Arm(arms.get(i).label(), arms.get(i).command(), bounds.get(i)));
        }
        Experiment now = new Experiment(
                was.format(),
                was.study(),
                was.workload(),
                was.summary(),
                was.parameters(),
                was.protocol(),
                was.server(),
                was.loop(),
                was.load(),
                arms,
                was.baseline(),
                was.design(),
                was.machine(),
                was.seed(),
                was.leftOut(),
                was.placement(),
                was.control(),
                was.meanings());
        return new Evidence(now, PLAIN.forks(), PLAIN.damage());
    }

    @Test
    void arms_with_the_same_bound_are_named_together_and_those_above_it_with_what_they_did() {
        Evidence evidence = bounded();
        List<String> labels =
                evidence.experiment().arms().stream().map(Arm::label).toList();
        List<String> lines = CapacityNotes.of(evidence, Analysis.of(evidence));
        assertThat(lines).hasSize(2);
        assertThat(lines.getFirst())
                .isEqualTo("By pools and waits alone: " + labels.get(0) + " and " + labels.get(2)
                        + ": at least 200 ms, no limit (the slowest wait); " + labels.get(1)
                        + ": at least 400 ms, at most 40.0/s (16 threads).");
        assertThat(lines.getLast())
                .startsWith(labels.get(1) + " is above its capacity, so its times have no verdict: of ")
                .contains("/s were answered, ")
                .endsWith("/s refused or failed.");
        assertThat(Excluded.of(evidence, Analysis.of(evidence))).containsAll(lines);
    }

    @Test
    void without_bounds_there_is_nothing_to_say() {
        assertThat(CapacityNotes.of(PLAIN, Analysis.of(PLAIN))).isEmpty();
    }
}
