package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.PrintedFigures;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.PublishedMethod;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.report.text.PublishedCurve;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code gearbox run STUDY --as-published}: prints the tables of the literature in their layout. Each cell has three figures: the reported one, the
 * result of the same method here, and the result of the lab's own method, if it has been measured.
 */
final class AsPublished {
    private static final String NOT_IN_THE_TEXT = "not in the text";
    private static final String NONE = "-";

    private final Console console;
    private final Path out;
    private final StudyProvider study;
    private final ChildSetup setup;
    private final boolean quick;
    private final PublishedMethod jobs;

    /** By subject and procedure: one run fills several tables. */
    private final Map<List<Object>, Map<Quantity, Double>> done = new HashMap<>();

    AsPublished(Console console, Path out, StudyProvider study, ChildSetup setup, boolean quick) {
        this.console = console;
        this.out = out;
        this.study = study;
        this.setup = setup;
        this.quick = quick;
        jobs = new PublishedMethod(setup);
    }

    /** Runs and prints the tables; returns the exit code. */
    int run() throws InterruptedException {
        List<PublishedTable> tables = study.published(quick);
        if (tables.isEmpty()) {
            throw new UsageException("--as-published reproduces tables of the literature, and the study " + study.name()
                    + " has none. Leave it out");
        }
        List<String> damage = new ArrayList<>();
        RecordedResults ours = RecordedResults.in(out, study, _ -> true, damage);
        damage.forEach(said -> console.err().println("gearbox: " + said));
        int runs = tables.stream()
                .flatMap(table -> table.rows().stream())
                .mapToInt(row -> row.runs().size())
                .sum();
        int begunRuns = 0;
        long begun = System.nanoTime();
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            for (PublishedTable table : tables) {
                List<String> lines = new ArrayList<>();
                List<PublishedCurve.Point> points = new ArrayList<>();
                for (PublishedTable.PublishedRow row : table.rows()) {
                    List<String> figures = new ArrayList<>();
                    for (PublishedTable.PublishedRun run : row.runs()) {
                        double share = (double) begunRuns++ / runs;
                        double seconds = (System.nanoTime() - begun) / 1e9;
                        bar.show(
                                share,
                                row.name() + ", " + run.procedure().cell().label(),
                                Duration.ofSeconds(share == 0 ? 0 : Math.round(seconds * (1 / share - 1))));
                        Map<Quantity, Double> theirs = theirs(run);
                        figures.addAll(cells(run, theirs, ours));
                        table.over().ifPresent(axis -> points.add(point(row.name(), axis, run, theirs, ours)));
                    }
                    lines.add("| " + row.name() + " | " + String.join(" | ", figures) + " |");
                }
                bar.clear();
                print(table, lines, points);
            }
        }
        return 0;
    }

    /** Returns what their method gives here; nothing if it cannot be run, which is said. */
    private Map<Quantity, Double> theirs(PublishedTable.PublishedRun run) throws InterruptedException {
        List<Object> which = List.of(run.subject().label(), run.procedure());
        Map<Quantity, Double> known = done.get(which);
        if (known != null || run.obstacle().isPresent()) {
            return known == null ? Map.of() : known;
        }
        try {
            Map<Quantity, Double> measured = measured(run);
            done.put(which, measured);
            return measured;
        } catch (LabException | EvidenceException cannot) {
            console.err().println("gearbox: " + cannot.getMessage());
            return Map.of();
        }
    }

    /** Returns the cells of a run, each with its three figures. */
    private static List<String> cells(
            PublishedTable.PublishedRun run, Map<Quantity, Double> theirs, RecordedResults ours) {
        List<String> cells = new ArrayList<>();
        for (PublishedTable.PublishedFigure figure : run.figures()) {
            cells.add(figure.reported().orElse(NOT_IN_THE_TEXT) + "; "
                    + Optional.ofNullable(theirs.get(figure.quantity()))
                            .map(NumberText::measured)
                            .orElse(NONE)
                    + "; "
                    + ours(run, figure.quantity(), ours)
                            .map(NumberText::measured)
                            .orElse(NONE));
        }
        return cells;
    }

    /** Returns the point of a drawn table, which has one column. */
    private static PublishedCurve.Point point(
            String curve,
            String axis,
            PublishedTable.PublishedRun run,
            Map<Quantity, Double> theirs,
            RecordedResults ours) {
        PublishedTable.PublishedFigure figure = run.figures().getFirst();
        return new PublishedCurve.Point(
                curve,
                run.procedure().cell().parameters().getOrDefault(axis, ""),
                figure.reported().map(AsPublished::number).orElse(OptionalDouble.empty()),
                Stream.ofNullable(theirs.get(figure.quantity()))
                        .mapToDouble(Double::doubleValue)
                        .findFirst(),
                ours(run, figure.quantity(), ours).stream()
                        .mapToDouble(Double::doubleValue)
                        .findFirst());
    }

    /** Reads "near 9,800"; empty if there is no number. */
    private static OptionalDouble number(String reported) {
        String digits = reported.replaceAll("[^0-9.]", "");
        return digits.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(digits));
    }

    private Map<Quantity, Double> measured(PublishedTable.PublishedRun run) throws InterruptedException {
        return switch (run.procedure()) {
            case PublishedTable.Procedure.JobRuns some -> jobs.figures(run, some);
            case PublishedTable.Procedure.UserRun(Cell cell) ->
                users(SingleRun.open(setup).run(cell, run.subject()));
            case PublishedTable.Procedure.PrintedRun printed -> {
                String arm = run.subject().label();
                yield printed(PrintedFigures.measure(printed.program(), 1, arm)
                        .getOrDefault(printed.theirs(), Map.of())
                        .get(arm));
            }
        };
    }

    /** Returns the figure as the quantities that the tables derive from it. */
    private static Map<Quantity, Double> printed(@Nullable Figure figure) {
        return figure == null
                ? Map.of()
                : Stream.of(Quantity.ACCEPT, Quantity.ACCEPT_RATE)
                        .collect(Collectors.toMap(quantity -> quantity, quantity -> quantity.from(figure.value())));
    }

    /** Returns what one sees by eye, and what the load generator counts; a connect is a transaction. */
    static Map<Quantity, Double> users(SingleRun.Result result) {
        Slice.Requests traffic = result.slice().traffic();
        Map<Quantity, Double> figures = new EnumMap<>(Quantity.class);
        figures.put(Quantity.THREADS, (double) result.slice().cost().threads());
        figures.put(Quantity.CPU, 100 * result.slice().cost().cpuMicros() / 1e6);
        figures.put(Quantity.TRANSACTIONS, (double) traffic.connects());
        figures.put(Quantity.RATE, traffic.connects() / traffic.seconds());
        figures.put(Quantity.REQUESTS, (double) traffic.answered());
        figures.put(Quantity.REQUEST_RATE, traffic.answered() / traffic.seconds());
        if (result.report().response().count()
                > 0) { // no times are left of requests during which the generator was off its core
            figures.put(Quantity.RESPONSE, result.report().response().mean() / 1e6);
        }
        figures.put(Quantity.ERRORS, (double)
                traffic.errors().values().stream().mapToLong(Long::longValue).sum());
        return figures;
    }

    /** Returns the figure by the lab's own method, if it has been measured. */
    private static Optional<Double> ours(PublishedTable.PublishedRun run, Quantity quantity, RecordedResults results) {
        Condition cell = run.procedure().cell();
        String arm = run.subject().label();
        if (run.procedure() instanceof PublishedTable.Procedure.PrintedRun printed) {
            return results.apart(printed.ours(), arm).map(figure -> quantity.from(figure.value()));
        }
        return quantity.ours()
                .flatMap(metric -> results.of(new Claim.CellRef(cell.workload(), cell.parameters()), List.of(arm), 1)
                        .flatMap(evidence -> Analysis.of(evidence).by(metric)))
                .flatMap(ranking -> ranking.of(arm))
                .map(Ranking.RankedArm::value)
                .filter(value -> value.value() > 0)
                .map(value -> quantity.from(value.value()));
    }

    private void print(PublishedTable table, List<String> lines, List<PublishedCurve.Point> points) {
        console.out().println(console.bold(table.title() + " (" + table.source() + ")"));
        if (points.isEmpty()) {
            console.out()
                    .println("Each cell: they reported; their method here (" + table.method()
                            + "); our method here. - : not measured, or left out.");
        }
        table.notes().forEach(console.out()::println);
        if (points.isEmpty()) {
            console.out().println("| | " + String.join(" | ", table.columns()) + " |");
            console.out().println("| --- |" + " --- |".repeat(table.columns().size()));
            lines.forEach(console.out()::println);
        } else {
            console.out()
                    .println(table.columns().getFirst() + ", over "
                            + table.over().orElseThrow() + ":");
            PublishedCurve.lines(points).forEach(console.out()::println);
        }
        console.out().println();
    }
}
