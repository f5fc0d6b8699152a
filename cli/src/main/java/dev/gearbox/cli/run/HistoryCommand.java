package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.evidence.history.History;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gearbox history}: figures over commits, one row each in a history file, and where a level changed permanently. */
@Command(
        name = "history",
        description = {
            "Show where a figure changed permanently over the commits in a history file.",
            "With folders of results: add them to the file first. Results that are already in the file are not added again."
        },
        footer = {"", "Examples:", "gearbox history", "gearbox history results"})
public final class HistoryCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(arity = "0..*", paramLabel = "DIR", description = "Folders of results to add.")
    private List<Path> folders = List.of();

    @Option(names = "--history", paramLabel = "FILE", description = "History file (default: history.csv).")
    private Path file = Path.of("history.csv");

    public HistoryCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        int added = 0;
        for (Path root : folders) {
            for (Path folder : Archive.find(root)) {
                Evidence evidence = Archive.read(folder);
                Findings findings = Analysis.of(evidence);
                String name = folder.getFileName().toString();
                if (findings.quality().valid()) {
                    History.append(file, name, date(evidence), findings);
                    added++;
                } else {
                    console.err()
                            .println("gearbox: " + name + " is left out, it is invalid: "
                                    + findings.quality().invalid());
                }
            }
        }
        History history = History.read(file);
        if (history.rows().isEmpty()) {
            throw new UsageException("there is no history in " + file + " yet. Add results: gearbox history results");
        }
        if (added > 0) {
            console.out().println(added + (added == 1 ? " result is" : " results are") + " in " + file);
        }
        console.out().print(history.render());
        return 0;
    }

    /** The day of the first fork. */
    private static String date(Evidence evidence) {
        return evidence.forks().stream()
                .flatMap(fork -> fork.all(ForkEvent.Launch.class).stream())
                .findFirst()
                .map(launch ->
                        LocalDate.ofInstant(launch.started(), ZoneOffset.UTC).toString())
                .orElse("");
    }
}
