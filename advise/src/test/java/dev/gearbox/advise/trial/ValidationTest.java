package dev.gearbox.advise.trial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.SomeCosts;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.evidence.analysis.Figure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Coverage and regret, on synthetic values whose truth is known. */
final class ValidationTest {
    @TempDir
    private Path folder = Path.of("");

    private static TrialRow row(PredictedQuantity quantity, double measured) {
        return new TrialRow("a", quantity, new Range(1, 2, 4), new Figure(measured, measured, measured, 5));
    }

    @Test
    void coverage_counts_values_and_takes_workloads_for_observations() {
        Coverage half = Coverage.of(List.of(
                List.of(row(PredictedQuantity.CPU, 3), row(PredictedQuantity.P99, 1)),
                List.of(row(PredictedQuantity.CPU, 0.9), row(PredictedQuantity.P99, 5)),
                List.of()));
        assertThat(half).isEqualTo(new Coverage(2, 4, 2));
        assertThat(half.share()).isEqualTo(0.5);
        // Wilson's interval of one in two.
        assertThat(half.low()).isCloseTo(0.0945, within(1e-3));
        assertThat(half.high()).isCloseTo(0.9055, within(1e-3));
        assertThat(new Coverage(40, 40, 10).low())
                .as("ten workloads without a miss do not show 95 %")
                .isCloseTo(0.7225, within(1e-3));
        assertThat(new Coverage(40, 40, 10).high()).isCloseTo(1, within(1e-9));
    }

    @Test
    void errors_have_a_median_whatever_their_sign() {
        ValidatedWorkload odd =
                workload(row(PredictedQuantity.CPU, 1), row(PredictedQuantity.CPU, 2.2), row(PredictedQuantity.CPU, 4));
        // 50 % too low, 10 % and 100 % too high, of a prediction of 2.
        assertThat(odd.medianError(PredictedQuantity.CPU)).isCloseTo(0.5, within(1e-9));
        assertThat(odd.medianError(PredictedQuantity.P50)).isNaN();
        ValidatedWorkload even = workload(row(PredictedQuantity.CPU, 2.6), row(PredictedQuantity.P99, 2));
        assertThat(new Validation(List.of(odd, even)).medianError(PredictedQuantity.CPU))
                .isCloseTo(0.4, within(1e-9));
    }

    private static ValidatedWorkload workload(TrialRow... rows) {
        return new ValidatedWorkload("w", "a", List.of(rows), Optional.empty(), Optional.empty());
    }

    private static Map<String, double[]> forks(int engines, double advisedFactor, double noise, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Map<String, double[]> costs = new LinkedHashMap<>();
        for (int engine = 0; engine < engines; engine++) {
            double factor = engine == 0 ? advisedFactor : 1;
            double[] values = new double[6];
            for (int fork = 0; fork < values.length; fork++) {
                values[fork] = 20 * factor * Math.exp(noise * random.nextGaussian());
            }
            costs.put("engine " + engine, values);
        }
        return costs;
    }

    @Test
    void the_regret_of_a_dear_advice_is_what_it_costs_more_and_of_the_best_one_nothing() {
        Figure dear = SplitHalfRegret.of(forks(5, 1.3, 1e-6, 1), "engine 0").orElseThrow();
        assertThat(dear.value()).isCloseTo(0.3, within(1e-4));
        assertThat(dear.low()).isGreaterThan(0.29);
        Figure best = SplitHalfRegret.of(forks(5, 0.8, 0.02, 1), "engine 0").orElseThrow();
        assertThat(best.value()).as("it is the best in both halves").isZero();
    }

    /** With the best chosen and measured by the same forks the mean regret among fifteen equal engines would be about 5 % here. */
    @Test
    void equal_engines_have_no_regret_on_average() {
        double sum = 0;
        int covered = 0;
        int runs = 400;
        for (int run = 0; run < runs; run++) {
            Figure regret =
                    SplitHalfRegret.of(forks(15, 1, 0.08, run), "engine 0").orElseThrow();
            sum += Math.log1p(regret.value());
            covered += regret.low() <= 0 && regret.high() >= 0 ? 1 : 0;
        }
        assertThat(sum / runs).isCloseTo(0, within(0.01));
        assertThat(covered / (double) runs).isBetween(0.90, 0.99);
    }

    @Test
    void without_forks_in_both_halves_or_with_gaps_there_is_no_regret() {
        assertThat(SplitHalfRegret.of(Map.of("a", new double[] {1, 2, 3}), "a")).isEmpty();
        assertThat(SplitHalfRegret.of(Map.of("a", new double[] {1, 2, Double.NaN, 3}), "a"))
                .isEmpty();
        assertThat(SplitHalfRegret.of(Map.of("a", new double[] {1, 2, 1, 2}), "b"))
                .isEmpty();
        Map<String, double[]> costs = new LinkedHashMap<>();
        costs.put("a", new double[] {2, 2, 2, 2});
        costs.put("gap", new double[] {1, 1, Double.NaN, 1});
        assertThat(SplitHalfRegret.of(costs, "a").orElseThrow().value())
                .as("the engine with a gap takes no part")
                .isZero();
    }

    @Test
    void an_engine_with_a_long_tail_is_no_better_choice() {
        Map<String, double[]> costs = Map.of("a", new double[] {2, 2, 2, 2}, "slow", new double[] {1, 1, 1, 1});
        List<TrialRow> rows = List.of(
                new TrialRow("a", PredictedQuantity.P99, Range.exactly(1), new Figure(1, 1, 1, 4)),
                new TrialRow("slow", PredictedQuantity.P99, Range.exactly(1), new Figure(3, 3, 3, 4)));
        assertThat(ValidatedWorkload.quickEnough(costs, rows, "a")).containsOnlyKeys("a");
        assertThat(ValidatedWorkload.quickEnough(costs, List.of(), "a"))
                .as("without tails all stay")
                .hasSize(2);
    }

    @Test
    void the_goal_counts_workloads_whose_whole_interval_lies_below_it() {
        List<ValidatedWorkload> workloads = new ArrayList<>();
        for (double high : new double[] {0.05, 0.09, 0.2}) {
            workloads.add(new ValidatedWorkload(
                    "w" + high,
                    "a",
                    List.of(row(PredictedQuantity.CPU, 3)),
                    Optional.of(new Figure(0.02, 0, high, 5)),
                    Optional.empty()));
        }
        workloads.add(new ValidatedWorkload("unknown", "a", List.of(), Optional.empty(), Optional.empty()));
        Validation validation = new Validation(workloads);
        assertThat(validation.known()).isEqualTo(3);
        assertThat(validation.small()).isEqualTo(2);
        assertThat(validation.coverage(Optional.of(PredictedQuantity.CPU))).isEqualTo(new Coverage(3, 3, 3));
        assertThat(validation.coverage(Optional.of(PredictedQuantity.P99)).figures())
                .isZero();
    }

    /** Each workload of the shipped grid is one that a machine with two cores can load. */
    @Test
    void the_shipped_grid_can_be_measured_on_two_cores() {
        LabMachine two = new LabMachine(1, 1, 20_000);
        ValidationGrid grid = ValidationGrid.shipped();
        assertThat(grid.workloads()).hasSizeGreaterThanOrEqualTo(10);
        grid.workloads().forEach((name, text) -> {
            DescribedWorkload run = LabLoad.asRun(text.workload(2), false, SomeCosts.exact(), two);
            assertThat(run.cores()).as(name).isEqualTo(1);
        });
    }

    @Test
    void the_advised_engine_is_measured_and_of_the_others_those_that_the_grid_names() {
        Advice advice = Advisor.advise(
                Objects.requireNonNull(ValidationGrid.shipped().workloads().get("fifty"))
                        .workload(1),
                SomeCosts.exact(),
                Set.of());
        List<String> all = names(TrialEngines.validated(advice, Optional.empty()));
        assertThat(all).doesNotHaveDuplicates().hasSizeGreaterThan(5);
        String last = all.getLast();
        assertThat(names(TrialEngines.validated(advice, Optional.of(List.of(last)))))
                .containsExactly(all.getFirst(), last);
    }

    private static List<String> names(List<Prediction> predictions) {
        return predictions.stream().map(Prediction::name).toList();
    }

    @Test
    void a_grid_is_read_strictly() throws IOException {
        Path file = Files.writeString(folder.resolve("grid.yaml"), "workloads: {mine: {connection: \"10\"}}\n");
        assertThatThrownBy(() -> ValidationGrid.read(file))
                .isInstanceOf(AdviseException.class)
                .hasMessageContaining("grid.yaml")
                .hasMessageContaining("connection");
        Path empty = Files.writeString(folder.resolve("empty.yaml"), "workloads: {}\n");
        assertThatThrownBy(() -> ValidationGrid.read(empty)).isInstanceOf(AdviseException.class);
        Path strange = Files.writeString(
                folder.resolve("strange.yaml"), "{engines: [selector, apache], workloads: {mine: {rate: \"10\"}}}\n");
        assertThatThrownBy(() -> ValidationGrid.read(strange))
                .isInstanceOf(AdviseException.class)
                .hasMessageContaining("no prediction is made for \"apache\". There are: threads, virtual,");
        assertThatThrownBy(() -> ValidationGrid.read(folder.resolve("nowhere.yaml")))
                .isInstanceOf(AdviseException.class)
                .hasMessageContaining("cannot read the grid");
    }
}
