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
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.child.PrintedFigures;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.PublishedFigures;
import dev.gearbox.lab.job.PublishedMethod;
import dev.gearbox.lab.job.PublishedRuns;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.job.PublishedTable.PublishedRun;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import dev.gearbox.lab.job.PublishedTable.RunKey;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.CoreNeeds;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * {@code gearbox run STUDY --as-published}: prints the tables of the literature in their layout ({@link PublishedSection}). What has been run is on record:
 * the same command continues from there, and a report on the folder shows the tables, too. A table runs in the default placement, or in the smallest one that
 * has its cores.
 */
final class AsPublished {
    private final Console console;
    private final Path out;
    private final StudyProvider study;
    private final boolean quick;
    private final boolean again;
    private final ChildSetup setup;
    private final PlacementChoice here = PlacementChoice.here();
    private final Map<Pinning, Placed> placements = new HashMap<>();

    /** Where tables run, and what has been run there. */
    private record Placed(ChildSetup setup, PublishedRuns record) {}

    AsPublished(Console console, Path out, StudyProvider study, ChildSetup setup, boolean quick, boolean again) {
        this.console = console;
        this.out = out;
        this.study = study;
        this.setup = setup;
        this.quick = quick;
        this.again = again;
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
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            try {
                run(tables, ours, bar);
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

    /** Returns where a table runs; empty if this machine has too few cores. */
    private Optional<Placed> placed(PublishedTable table) {
        return here.fitting(needs(table)).map(pinning -> placements.computeIfAbsent(pinning, this::placed));
    }

    private Placed placed(Pinning pinning) {
        ChildSetup its = setup.placed(pinning);
        return new Placed(its, PublishedRuns.open(out, study.name(), MachineProbe.detect(its), again));
    }

    private static CoreNeeds needs(PublishedTable table) {
        return CoreNeeds.NONE.withSubject(table.cores());
    }

    private Optional<PublishedFigures> recorded(PublishedTable table, PublishedRun run) {
        return placed(table).flatMap(placed -> placed.record().of(table.key(run)));
    }

    private void run(List<PublishedTable> tables, RecordedResults ours, ProgressBar bar) throws InterruptedException {
        Set<RunKey> due = due(tables);
        int all = due.size();
        long begun = System.nanoTime();
        for (PublishedTable table : tables) {
            Optional<Placed> placed = placed(table);
            if (placed.isEmpty()) {
                console.err().println("gearbox: " + here.lacking("\"" + table.title() + "\"", needs(table)));
            }
            for (PublishedTable.PublishedRow row : table.rows()) {
                for (PublishedRun run : row.runs()) {
                    int done = all - due.size();
                    // What cannot be run is tried once, although several tables need it.
                    if (placed.isPresent() && due.remove(table.key(run))) {
                        double each = (System.nanoTime() - begun) / 1e9 / Math.max(1, done);
                        bar.show(
                                (double) done / all,
                                row.name() + ", " + run.procedure().cell().label(),
                                Duration.ofSeconds(Math.round(each * (all - done))));
                        measure(table, run, placed.get());
                    }
                }
            }
            bar.clear();
            print(new PublishedSection(table, run -> recorded(table, run), ours));
        }
    }

    /** Returns the runs that are possible here and not on record, in their order. */
    private Set<RunKey> due(List<PublishedTable> tables) {
        Set<RunKey> due = new LinkedHashSet<>();
        for (PublishedTable table : tables) {
            table.rows().stream()
                    .flatMap(row -> row.runs().stream())
                    .filter(run -> run.obstacle().isEmpty() && placed(table).isPresent())
                    .filter(run -> recorded(table, run).isEmpty())
                    .map(table::key)
                    .forEach(due::add);
        }
        return due;
    }

    /** Puts what a run gives on record, or says why it cannot be run. */
    private void measure(PublishedTable table, PublishedRun run, Placed placed) throws InterruptedException {
        PublishedFigures figures;
        try {
            figures = measured(run, placed.setup());
        } catch (LabException | EvidenceException cannot) {
            console.err().println("gearbox: " + cannot.getMessage());
            return;
        }
        placed.record().put(table.key(run), Instant.now(), figures);
    }

    private static PublishedFigures measured(PublishedRun run, ChildSetup setup) throws InterruptedException {
        return switch (run.procedure()) {
            case PublishedTable.Procedure.JobRuns some -> new PublishedMethod(setup).figures(run, some);
            case PublishedTable.Procedure.UserRun(Cell cell) ->
                users(SingleRun.open(setup).run(cell, run.subject()));
            case PublishedTable.Procedure.PrintedRun printed ->
                printed(printed, run.subject().label());
        };
    }

    /** Returns the figure that a program prints, as the quantities that the tables derive from it. */
    private static PublishedFigures printed(PublishedTable.Procedure.PrintedRun run, String arm)
            throws InterruptedException {
        Figure figure = PrintedFigures.measure(run.program(), 1, arm)
                .getOrDefault(run.theirs(), Map.of())
                .get(arm);
        if (figure == null) {
            throw new LabException("the program printed no " + run.theirs().key() + " of " + arm);
        }
        return new PublishedFigures(
                Stream.of(Quantity.ACCEPT, Quantity.ACCEPT_RATE)
                        .collect(Collectors.toMap(quantity -> quantity, quantity -> quantity.from(figure.value()))),
                Map.of());
    }

    /** Returns what one sees by eye, and what the load generator counts; a connect is a transaction. */
    static PublishedFigures users(SingleRun.Result result) {
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
        return PublishedFigures.counted(figures, traffic.errors());
    }

    private void print(PublishedSection section) {
        StudySection table = section.section();
        console.out().println(console.bold(table.title()));
        table.sentences().forEach(console.out()::println);
        table.drawing().forEach(console.out()::println);
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
