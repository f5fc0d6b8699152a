package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.PrintedFigures;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.PublishedMethod;
import dev.gearbox.lab.job.PublishedRuns;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.job.PublishedTable.PublishedRun;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * {@code gearbox run STUDY --as-published}: prints the tables of the literature in their layout ({@link PublishedSection}). What has been run is on record:
 * the same command continues from there, and a report on the folder shows the tables, too.
 */
final class AsPublished {
    private final Console console;
    private final Path out;
    private final StudyProvider study;
    private final boolean quick;
    private final boolean again;
    private final ChildSetup setup;
    private final PublishedMethod jobs;

    /** What could not be run, by subject and procedure: it is tried once. */
    private final Set<List<Object>> failed = new HashSet<>();

    AsPublished(Console console, Path out, StudyProvider study, ChildSetup setup, boolean quick, boolean again) {
        this.console = console;
        this.out = out;
        this.study = study;
        this.setup = setup;
        this.quick = quick;
        this.again = again;
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
        PublishedRuns record = PublishedRuns.open(out, study.name(), MachineProbe.detect(setup), again);
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            try {
                run(tables, record, ours, bar);
            } catch (InterruptedException stopped) {
                bar.clear();
                console.err()
                        .println(
                                "Stopped. What was run is kept in " + out + "; the same command continues from there.");
                throw stopped;
            }
        }
        return 0;
    }

    private void run(List<PublishedTable> tables, PublishedRuns record, RecordedResults ours, ProgressBar bar)
            throws InterruptedException {
        int runs = tables.stream()
                .flatMap(table -> table.rows().stream())
                .mapToInt(row -> row.runs().size())
                .sum();
        int begun = 0;
        int measured = 0;
        long start = System.nanoTime();
        for (PublishedTable table : tables) {
            for (PublishedTable.PublishedRow row : table.rows()) {
                for (PublishedRun run : row.runs()) {
                    // A run that is on record takes no time.
                    double each = measured == 0 ? 0 : (System.nanoTime() - start) / 1e9 / measured;
                    bar.show(
                            (double) begun / runs,
                            row.name() + ", " + run.procedure().cell().label(),
                            Duration.ofSeconds(Math.round(each * (runs - begun))));
                    begun++;
                    measured += measure(table, run, record) ? 1 : 0;
                }
            }
            bar.clear();
            print(new PublishedSection(table, run -> record.of(table, run), ours));
        }
    }

    /** Runs what is not on record; returns whether that took time. What cannot be run is said. */
    private boolean measure(PublishedTable table, PublishedRun run, PublishedRuns record) throws InterruptedException {
        List<Object> which = List.of(run.subject().label(), run.procedure());
        if (run.obstacle().isPresent()
                || failed.contains(which)
                || !record.of(table, run).isEmpty()) {
            return false;
        }
        Map<Quantity, Double> figures;
        try {
            figures = measured(run);
        } catch (LabException | EvidenceException cannot) {
            failed.add(which);
            console.err().println("gearbox: " + cannot.getMessage());
            return true;
        }
        record.put(table, run, Instant.now(), figures);
        return true;
    }

    private Map<Quantity, Double> measured(PublishedRun run) throws InterruptedException {
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

    private void print(PublishedSection section) {
        StudySection table = section.section();
        console.out().println(console.bold(table.title()));
        table.sentences().forEach(console.out()::println);
        table.figure().forEach(console.out()::println);
        if (!table.rows().isEmpty()) {
            console.out().println(line(table.heads()));
            console.out().println("|" + " --- |".repeat(table.heads().size()));
            table.rows().forEach(row -> console.out().println(line(row)));
        }
        console.out().println();
    }

    private static String line(List<String> cells) {
        return cells.stream()
                .map(cell -> cell.isEmpty() ? " |" : " " + cell + " |")
                .collect(Collectors.joining("", "|", ""));
    }
}
