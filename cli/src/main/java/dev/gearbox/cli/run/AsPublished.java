package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.PublishedMethod;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.JobCell;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

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

    AsPublished(Console console, Path out, StudyProvider study, ChildSetup setup) {
        this.console = console;
        this.out = out;
        this.study = study;
        this.setup = setup;
    }

    /** Runs and prints the tables; returns the exit code. */
    int run() throws InterruptedException {
        List<PublishedTable> tables = study.published();
        if (tables.isEmpty()) {
            throw new UsageException("--as-published reproduces tables of the literature, and the study " + study.name()
                    + " has none. Leave it out");
        }
        List<String> damage = new ArrayList<>();
        RecordedResults ours = RecordedResults.in(out, study, _ -> true, damage);
        damage.forEach(said -> console.err().println("gearbox: " + said));
        PublishedMethod method = new PublishedMethod(setup);
        int cells = tables.stream()
                .flatMap(table -> table.rows().stream())
                .mapToInt(row -> row.cells().size())
                .sum();
        int done = 0;
        long begun = System.nanoTime();
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            for (PublishedTable table : tables) {
                List<String> lines = new ArrayList<>();
                for (PublishedTable.PublishedRow row : table.rows()) {
                    List<String> figures = new ArrayList<>();
                    for (PublishedTable.PublishedCell cell : row.cells()) {
                        double share = (double) done++ / cells;
                        double seconds = (System.nanoTime() - begun) / 1e9;
                        bar.show(
                                share,
                                row.name() + ", " + cell.job().label(),
                                Duration.ofSeconds(share == 0 ? 0 : Math.round(seconds * (1 / share - 1))));
                        figures.add(figures(table, cell, method, ours));
                    }
                    lines.add("| " + row.name() + " | " + String.join(" | ", figures) + " |");
                }
                bar.clear();
                print(table, lines);
            }
        }
        return 0;
    }

    private String figures(
            PublishedTable table, PublishedTable.PublishedCell cell, PublishedMethod method, RecordedResults ours)
            throws InterruptedException {
        String reported = cell.reported().orElse(NOT_IN_THE_TEXT);
        String theirs;
        try {
            theirs = cell.obstacle().isPresent() ? NONE : NumberText.measured(method.millis(table, cell));
        } catch (LabException cannot) {
            console.err().println("gearbox: " + cannot.getMessage());
            theirs = NONE;
        }
        return reported + "; " + theirs + "; "
                + ours(cell, ours).map(NumberText::measured).orElse(NONE);
    }

    /** Returns the time of a unit by the lab's own method, in ms. */
    private static Optional<Double> ours(PublishedTable.PublishedCell cell, RecordedResults results) {
        JobCell job = cell.job();
        String arm = cell.subject().label();
        Optional<Evidence> measured = results.of(new Claim.CellRef(job.workload(), job.parameters()), List.of(arm), 1);
        return measured.flatMap(evidence -> Analysis.of(evidence).by(Metric.RATE))
                .flatMap(ranking -> ranking.of(arm))
                .map(Ranking.RankedArm::value)
                .filter(rate -> rate.value() > 0)
                .map(rate -> 1e3 / rate.value());
    }

    private void print(PublishedTable table, List<String> lines) {
        console.out().println(console.bold(table.title() + " (" + table.source() + ")"));
        console.out()
                .println("Each cell: they reported; their method here (" + table.runs()
                        + " runs, mean of the last " + table.counted()
                        + "); our method here. - : not measured, or left out.");
        console.out().println("| | " + String.join(" | ", table.columns()) + " |");
        console.out().println("| --- |" + " --- |".repeat(table.columns().size()));
        lines.forEach(console.out()::println);
        console.out().println();
    }
}
