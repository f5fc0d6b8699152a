package dev.gearbox.advise.trial;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One workload of a validation.
 *
 * @param name in the grid
 * @param advised the engine that the advice names first, as it was measured
 * @param rows predictions beside measurements, of all measured engines
 * @param cpuRegret what the advice costs in processor time; empty if it cannot be computed
 * @param p99Regret what it costs in response time
 */
public record ValidatedWorkload(
        String name, String advised, List<TrialRow> rows, Optional<Figure> cpuRegret, Optional<Figure> p99Regret) {
    /** An engine with a longer tail than this multiple is no better choice, however cheap it is. */
    private static final double CLEARLY_SLOWER = 2;

    /** Copies the list. */
    public ValidatedWorkload {
        rows = List.copyOf(rows);
    }

    /** Returns what an experiment says about the predictions for it. */
    public static ValidatedWorkload of(String name, TrialResult result, Evidence evidence) {
        String advised = result.predictions().keySet().iterator().next();
        Map<String, double[]> cpu = perFork(evidence, result, Metric.CPU);
        Map<String, double[]> p99 = perFork(evidence, result, Metric.P99);
        return new ValidatedWorkload(
                name,
                advised,
                result.rows(),
                SplitHalfRegret.of(quickEnough(cpu, result.rows(), advised), advised),
                SplitHalfRegret.of(p99, advised));
    }

    /** Returns the median error of the predictions of a quantity, as a share and regardless of its sign; NaN without values. */
    public double medianError(PredictedQuantity quantity) {
        return median(rows, quantity);
    }

    static double median(List<TrialRow> rows, PredictedQuantity quantity) {
        double[] errors = rows.stream()
                .filter(row -> row.quantity() == quantity)
                .mapToDouble(row -> Math.abs(row.error()))
                .sorted()
                .toArray();
        int half = errors.length / 2;
        return errors.length == 0
                ? Double.NaN
                : errors.length % 2 == 1 ? errors[half] : (errors[half - 1] + errors[half]) / 2;
    }

    /** Returns the same without engines whose 99th percentile is clearly longer than that of the advised one. */
    static Map<String, double[]> quickEnough(Map<String, double[]> cpu, List<TrialRow> rows, String advised) {
        Map<String, Double> tails = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> row.quantity() == PredictedQuantity.P99)
                .forEach(row -> tails.put(row.engine(), row.measured().value()));
        double most = CLEARLY_SLOWER * tails.getOrDefault(advised, Double.POSITIVE_INFINITY);
        Map<String, double[]> kept = new LinkedHashMap<>(cpu);
        kept.keySet().removeIf(engine -> tails.getOrDefault(engine, 0.0) > most);
        return kept;
    }

    /** Returns the values of each engine in each fork; none if the run supports no conclusion about them. */
    private static Map<String, double[]> perFork(Evidence evidence, TrialResult result, Metric metric) {
        Map<String, double[]> values = new LinkedHashMap<>();
        if (!result.valid() || result.findings().unfit().containsKey(metric)) {
            return values;
        }
        for (int fork = 0; fork < evidence.forks().size(); fork++) {
            Evidence one =
                    new Evidence(evidence.experiment(), List.of(evidence.forks().get(fork)), List.of());
            Findings findings = Analysis.of(one, Set.of(metric));
            Optional<Ranking> ranking = findings.by(metric);
            for (var arm : evidence.experiment().contenders()) {
                double[] own = values.computeIfAbsent(
                        arm.label(), _ -> unknown(evidence.forks().size()));
                int here = fork;
                ranking.flatMap(all -> all.of(arm.label()))
                        .ifPresent(standing -> own[here] = standing.value().value());
            }
        }
        return values;
    }

    private static double[] unknown(int forks) {
        double[] values = new double[forks];
        Arrays.fill(values, Double.NaN);
        return values;
    }
}
