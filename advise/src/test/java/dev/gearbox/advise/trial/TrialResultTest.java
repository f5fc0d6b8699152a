package dev.gearbox.advise.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

/** What a run says beside a prediction. */
final class TrialResultTest {
    private static final DescribedWorkload WORKLOAD = new DescribedWorkload(
            10,
            1_000,
            64,
            20e-6,
            Range.exactly(1),
            0,
            Range.exactly(1),
            0,
            1,
            OptionalDouble.empty(),
            OptionalDouble.empty());
    private static final Prediction PREDICTED = new Prediction(
            "selector",
            "selector",
            Prediction.Fit.CARRIES,
            "",
            new Range(0.02, 0.03, 0.04),
            new Range(1e-6, 2e-6, 3e-6),
            new Range(1e-5, 2e-5, 3e-5),
            new Range(1e-5, 2e-5, 3e-5),
            new Range(1e7, 2e7, 3e7),
            new Range(1e4, 2e4, 3e4));

    private static TrialResult result(@Nullable String invalid) {
        Experiment experiment = new Experiment(
                Experiment.FORMAT,
                "study",
                LabLoad.WORKLOAD,
                "",
                Map.of(),
                "work",
                Map.of(),
                Experiment.OPEN,
                JsonNodeFactory.instance.objectNode(),
                List.of(new Arm("selector", List.of())),
                "selector",
                new Design("quick", 5, 12, 0.1, 0.9, 8, 0.10, 0.95, List.of(5), false),
                new Machine(2, "", 0, "", "", "", "", 0, "", "", "", List.of(), List.of()),
                1);
        Figure one = new Figure(1, 1, 1, 5);
        Ranking cpu = new Ranking(
                Metric.CPU,
                List.of(new Ranking.RankedArm("selector", new Figure(35, 34, 36, 5), one, 1, 1, Verdict.BASELINE, "a")),
                0.1);
        Quality quality = new Quality(
                5,
                60,
                60,
                Map.of(),
                0,
                List.of(),
                1,
                0.1,
                0,
                null,
                null,
                Optional.empty(),
                invalid,
                null,
                List.of(),
                List.of());
        return new TrialResult(
                WORKLOAD,
                Map.of("selector", PREDICTED),
                new Findings(experiment, quality, Map.of(Metric.CPU, cpu), Map.of()));
    }

    @Test
    void a_figure_stands_beside_its_prediction() {
        assertThat(result(null).rows()).hasSize(1).allSatisfy(row -> {
            assertThat(row.predicted().value()).isCloseTo(30, within(1e-9));
            assertThat(row.measured().value()).isEqualTo(35);
            assertThat(row.inside()).isTrue();
        });
    }

    @Test
    void a_run_that_supports_no_conclusion_says_nothing_about_a_prediction() {
        TrialResult disturbed = result("environment: too many blocks were disturbed");
        assertThat(disturbed.rows()).isEmpty();
        Evidence evidence = new Evidence(disturbed.findings().experiment(), List.of(), List.of());
        ValidatedWorkload validated = ValidatedWorkload.of("mine", disturbed, evidence);
        assertThat(validated.cpuRegret()).isEmpty();
        assertThat(disturbed.verification().answer())
                .isEqualTo("Was the advice right? Not decided: environment: too many blocks were disturbed.");
    }
}
