package dev.gearbox.cli.advise;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.trial.Coverage;
import dev.gearbox.advise.trial.LabLoad;
import dev.gearbox.advise.trial.LabMachine;
import dev.gearbox.advise.trial.PredictedQuantity;
import dev.gearbox.advise.trial.TrialEngines;
import dev.gearbox.advise.trial.ValidatedWorkload;
import dev.gearbox.advise.trial.Validation;
import dev.gearbox.advise.trial.ValidationGrid;
import dev.gearbox.cli.run.AdviceTrials;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** {@code gearbox advise --validate}: measures a grid of workloads, and prints how good the predictions and the advice were. */
final class Validate {
    static final List<TextColumn> COLUMNS = List.of(
            TextColumn.text("workload", 0),
            TextColumn.text("advice", 0),
            TextColumn.text("in the interval", 0),
            TextColumn.text("error of CPU, p50, p99", 0),
            TextColumn.text("regret in CPU, 95 %", 0),
            TextColumn.text("regret in p99, 95 %", 0));
    private static final double PERCENT = 100;

    private final Console console;
    private final AdviceTrials trials;
    private final Path folder;

    Validate(Console console, AdviceTrials trials, Path folder) {
        this.console = console;
        this.trials = trials;
        this.folder = folder;
    }

    /**
     * Measures all workloads and prints the result; if it is interrupted, that of the workloads that are done.
     *
     * @param cores of this machine
     * @return the exit code: 1 if some workloads failed, which were named
     * @throws dev.gearbox.advise.AdviseException before anything is measured, if this machine cannot load one of them
     */
    int run(ValidationGrid grid, int cores, Costs costs, LabMachine machine, Set<String> absent, boolean json)
            throws InterruptedException {
        Map<String, Advice> asked = new LinkedHashMap<>();
        grid.workloads().forEach((name, text) -> {
            DescribedWorkload run =
                    LabLoad.asRun(text.workload(cores), text.cores().isPresent(), costs, machine);
            asked.put(name, Advisor.advise(run, costs, absent));
        });
        // Until everything is printed: a run of its own lets the JVM end as soon as its children have.
        try (Interruption _ = Interruption.ofThisThread()) {
            return run(asked, grid, costs, json);
        }
    }

    private int run(Map<String, Advice> asked, ValidationGrid grid, Costs costs, boolean json)
            throws InterruptedException {
        List<ValidatedWorkload> done = new ArrayList<>();
        try {
            int number = 0;
            for (Map.Entry<String, Advice> each : asked.entrySet()) {
                number++;
                console.err().println("Workload " + number + " of " + asked.size() + ": " + each.getKey());
                try {
                    done.add(measured(
                            each.getKey(), each.getValue(), TrialEngines.validated(each.getValue(), grid.engines())));
                    ValidationFiles.write(folder, new Validation(done), costs);
                } catch (LabException failed) {
                    console.err().println("gearbox: " + each.getKey() + ": " + failed.getMessage());
                }
            }
        } catch (InterruptedException stopped) {
            if (!done.isEmpty()) {
                print(new Validation(done), costs, json);
            }
            throw stopped;
        }
        print(new Validation(done), costs, json);
        return done.size() == asked.size() ? 0 : 1;
    }

    private void print(Validation validation, Costs costs, boolean json) {
        if (json) {
            console.out().println(ValidationFiles.json(validation, costs).toPrettyString());
        } else {
            print(validation);
        }
    }

    private ValidatedWorkload measured(String name, Advice advice, List<Prediction> engines)
            throws InterruptedException {
        Verify.MeasuredAdvice measured = Verify.measure(trials, advice.workload(), engines);
        if (!measured.result().valid()) {
            console.err()
                    .println("gearbox: " + name + ": nothing may be concluded: "
                            + measured.result().findings().quality().invalid());
        }
        return ValidatedWorkload.of(name, measured.result(), measured.evidence());
    }

    private void print(Validation validation) {
        console.out().println();
        Table table = new Table(COLUMNS);
        for (ValidatedWorkload one : validation.workloads()) {
            table.row(row(one));
        }
        table.print(console);
        sentences(validation).forEach(line -> console.out().println(Paragraph.wrap(line, 0, console.outColumns())));
        console.out()
                .println("Results: " + folder.resolve(ValidationFiles.JSON) + "   Page: "
                        + folder.resolve(ValidationFiles.PAGE));
    }

    /** The results in words. */
    static List<String> sentences(Validation validation) {
        List<String> lines = new ArrayList<>();
        Coverage all = validation.coverage(Optional.empty());
        if (all.figures() == 0) {
            return List.of("Nothing could be measured.");
        }
        lines.add("Coverage: " + of(all) + " measured values lie in their predicted intervals, "
                + share(all) + " (95 % interval " + percent(all.low()) + " to " + percent(all.high())
                + ", with a workload as one observation; nominal: 95 %).");
        for (PredictedQuantity quantity : PredictedQuantity.values()) {
            Coverage one = validation.coverage(Optional.of(quantity));
            if (one.figures() > 0) {
                lines.add("* " + quantity.caption() + ": " + of(one) + ", " + share(one) + "; the median error is "
                        + percent(validation.medianError(quantity)));
            }
        }
        lines.add("Regret: in " + validation.small() + " of " + validation.known()
                + " workloads the interval of the regret in processor time lies below " + percent(Validation.GOAL)
                + ". The best engine was chosen by one half of the forks and measured by the other.");
        return lines;
    }

    /** Returns the cells of a workload, in the order of {@link #COLUMNS}. */
    static List<String> row(ValidatedWorkload one) {
        return List.of(
                one.name(),
                one.advised(),
                of(Coverage.of(List.of(one.rows()))),
                Stream.of(PredictedQuantity.CPU, PredictedQuantity.P50, PredictedQuantity.P99)
                        .map(quantity -> error(one.medianError(quantity)))
                        .collect(Collectors.joining(", ")),
                regret(one.cpuRegret()),
                regret(one.p99Regret()));
    }

    private static String error(double share) {
        return Double.isNaN(share) ? NumberText.NONE : percent(share);
    }

    private static String of(Coverage coverage) {
        return coverage.inside() + " of " + coverage.figures();
    }

    private static String share(Coverage coverage) {
        return percent(coverage.share());
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", PERCENT * share);
    }

    private static String regret(Optional<Figure> regret) {
        return regret.map(one -> String.format(
                        Locale.ROOT,
                        "%+.0f %% [%+.0f, %+.0f]",
                        PERCENT * one.value(),
                        PERCENT * one.low(),
                        PERCENT * one.high()))
                .orElse(NumberText.NONE);
    }
}
