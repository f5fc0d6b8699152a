package dev.gearbox.cli.advise;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.rules.LiteratureRule;
import dev.gearbox.advise.rules.LiteratureRules;
import dev.gearbox.advise.trial.LabLoad;
import dev.gearbox.advise.trial.LabMachine;
import dev.gearbox.advise.trial.PredictedQuantity;
import dev.gearbox.advise.trial.TrialEngines;
import dev.gearbox.advise.trial.TrialResult;
import dev.gearbox.advise.trial.TrialRow;
import dev.gearbox.advise.trial.VerifiedAdvice;
import dev.gearbox.cli.run.AdviceTrials;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** {@code gearbox advise --verify}: measures the engines of an advice, and puts the measurement beside the prediction. */
final class Verify {
    private static final List<TextColumn> COLUMNS = List.of(
            TextColumn.text("engine", 0),
            TextColumn.text("", 0),
            TextColumn.text("predicted", 0),
            TextColumn.text("measured, 95 %", 0),
            TextColumn.text("error", 0),
            TextColumn.text("in the interval", 0));
    private static final double PERCENT = 100;

    private final Console console;
    private final AdviceTrials trials;

    Verify(Console console, AdviceTrials trials) {
        this.console = console;
        this.trials = trials;
    }

    /** What is measured, and why these engines. */
    List<String> announcement(Advice advice) {
        Optional<LiteratureRule> rule = LiteratureRules.shipped().recommending(advice.workload());
        List<Prediction> engines = TrialEngines.verified(advice, rule);
        return List.of(
                "Measured: "
                        + String.join(
                                ", ", engines.stream().map(Prediction::spec).toList())
                        + ", with the server on " + advice.workload().cores()
                        + (advice.workload().cores() == 1 ? " core" : " cores") + " and the load on another.",
                rule.map(one -> literature(advice, one))
                        .orElse("No rule of the literature recommends an engine for this workload."));
    }

    private static String literature(Advice advice, LiteratureRule rule) {
        return "The literature (" + rule.id() + ": " + rule.statement() + ") recommends "
                + TrialEngines.literature(advice, Optional.of(rule))
                        .map(one -> one.fit() == Prediction.Fit.NOT
                                ? one.spec() + ", which is not measured: " + one.obstacle()
                                : one.spec())
                        .orElse(rule.recommends().orElseThrow() + ", which cannot run here")
                + ".";
    }

    /** Measures the engines of an advice about a workload that {@link LabLoad} accepts. */
    TrialResult measure(Advice advice) throws InterruptedException {
        List<Prediction> engines =
                TrialEngines.verified(advice, LiteratureRules.shipped().recommending(advice.workload()));
        return measure(trials, advice.workload(), engines).result();
    }

    /** What was measured, beside the predictions and by itself. */
    record MeasuredAdvice(TrialResult result, Evidence evidence) {}

    static MeasuredAdvice measure(AdviceTrials trials, DescribedWorkload workload, List<Prediction> engines)
            throws InterruptedException {
        AdviceTrials.Measured measured = trials.measure(new AdviceTrials.Trial(
                LabLoad.WORKLOAD,
                LabLoad.axes(workload),
                engines.stream().map(Prediction::spec).toList(),
                LabMachine.placement(workload.cores())));
        Map<String, Prediction> byLabel = new LinkedHashMap<>();
        for (int i = 0; i < engines.size(); i++) {
            byLabel.put(measured.labels().get(i), engines.get(i));
        }
        return new MeasuredAdvice(
                new TrialResult(workload, byLabel, Analysis.of(measured.evidence())), measured.evidence());
    }

    void print(TrialResult result) {
        VerifiedAdvice verification = result.verification();
        console.out().println();
        Table table = new Table(COLUMNS);
        verification.rows().forEach(row -> table.row(row(row)));
        table.print(console);
        result.missing().forEach(why -> say("Without a verdict: " + why + "."));
        say(verification.answer());
    }

    private void say(String text) {
        console.out().println(Paragraph.wrap(text, 0, console.outColumns()));
    }

    static List<String> row(TrialRow row) {
        PredictedQuantity quantity = row.quantity();
        return List.of(
                row.engine(),
                quantity.caption() + ", " + quantity.unit(),
                AdviceText.text(row.predicted()),
                figure(row.measured()),
                error(row.error()),
                row.inside() ? "yes" : "no");
    }

    static String error(double error) {
        return Double.isFinite(error) ? String.format(Locale.ROOT, "%+.0f %%", PERCENT * error) : NumberText.NONE;
    }

    private static String figure(Figure figure) {
        return AdviceText.number(figure.value())
                + (figure.bounded()
                        ? " [" + AdviceText.number(Math.max(0, figure.low())) + ", " + AdviceText.number(figure.high())
                                + "]"
                        : " (one fork: no interval)");
    }
}
