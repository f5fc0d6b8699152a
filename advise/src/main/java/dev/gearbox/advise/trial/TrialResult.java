package dev.gearbox.advise.trial;

import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Puts the findings of an experiment beside the predictions of its engines.
 *
 * @param workload as it was run
 * @param predictions by the label of the engine in the experiment, the recommended one first
 * @param findings with the recommended engine as baseline
 */
public record TrialResult(DescribedWorkload workload, Map<String, Prediction> predictions, Findings findings) {
    /** Returns the rows of all figures that the run supports. */
    public List<TrialRow> rows() {
        List<TrialRow> rows = new ArrayList<>();
        predictions.forEach((label, prediction) -> {
            for (PredictedQuantity quantity : PredictedQuantity.values()) {
                supported(quantity.metric(), label)
                        .ifPresent(arm -> rows.add(new TrialRow(
                                label,
                                quantity,
                                quantity.predicted(prediction, workload),
                                quantity.measured(arm.value()))));
            }
        });
        return rows;
    }

    /** Returns the figures without a row, with the reason: "p99: the generator was too busy". */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        for (PredictedQuantity quantity : PredictedQuantity.values()) {
            Findings.Unfit unfit = findings.unfit().get(quantity.metric());
            if (unfit != null) {
                missing.add(quantity.caption() + ": " + unfit.why());
            }
        }
        return missing;
    }

    /** Returns whether the run supports any conclusion; a disturbed one says nothing about a prediction either. */
    public boolean valid() {
        return findings.quality().valid();
    }

    private Optional<Ranking.RankedArm> supported(Metric metric, String label) {
        return !valid() || findings.unfit().containsKey(metric)
                ? Optional.empty()
                : findings.by(metric)
                        .flatMap(ranking -> ranking.of(label))
                        .filter(arm -> arm.value().value() > 0);
    }

    /** Returns the answer to whether the advice was right. */
    public VerifiedAdvice verification() {
        String first = predictions.keySet().iterator().next();
        List<Rival> rivals = new ArrayList<>();
        for (String label : predictions.keySet()) {
            if (!label.equals(first)) {
                supported(Metric.CPU, label).ifPresent(cpu -> rivals.add(rival(first, label, cpu)));
            }
        }
        return new VerifiedAdvice(
                first, rows(), rivals, Optional.ofNullable(findings.quality().invalid()));
    }

    private Rival rival(String first, String label, Ranking.RankedArm cpu) {
        Optional<Ranking.RankedArm> own = supported(Metric.P99, label);
        Optional<Ranking.RankedArm> recommended = supported(Metric.P99, first);
        Optional<Figure> ratio = recommended.flatMap(_ -> own).map(Ranking.RankedArm::ratio);
        double less = ratio.isEmpty()
                ? 0
                : PredictedQuantity.P99
                                .measured(recommended.orElseThrow().value())
                                .value()
                        - PredictedQuantity.P99
                                .measured(own.orElseThrow().value())
                                .value();
        return new Rival(label, cpu.ratio(), ratio, less);
    }
}
