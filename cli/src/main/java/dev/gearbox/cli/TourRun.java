package dev.gearbox.cli;

import dev.gearbox.lab.Lab;
import dev.gearbox.lab.ResultFiles;
import dev.gearbox.lab.Setup;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.TrialResult;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The tour: each engine once on two workloads, to look and not to claim. */
final class TourRun {
    private final Console console;
    private final Path out;
    private final boolean json;

    TourRun(Console console, Path out, boolean json) {
        this.console = console;
        this.out = out;
        this.json = json;
    }

    int run(Study study) throws InterruptedException {
        return run(study, Tour.contests(study));
    }

    int run(Study study, List<Contest> contests) throws InterruptedException {
        List<String> absent = Lineup.absent();
        Lab lab = Lab.open(Setup.detect(RunCommand.SEED)).noting(absent);
        ResultFiles files = ResultFiles.create(out, "tour");
        absent.forEach(console.err()::println);
        Results results = new Results(console);
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            Contests all = new Contests(contests, bar);
            if (!json) {
                console.out()
                        .println(study.question() + "        about " + Figures.span(all.expected()) + ", "
                                + Figures.count(all.trials()) + (all.trials() == 1 ? " trial" : " trials"));
                console.out().println(lab.environment().caption());
                console.out().println("Lower is better, but requests/s; the cheapest comes first.");
            }
            try {
                List<TrialResult> trials = all.run(lab, files, (contest, part) -> {
                    if (!json) {
                        results.print(
                                contest,
                                study.workload(contest.cell().workload()).summary(),
                                part);
                    }
                });
                return tell(files.folder(), trials, absent);
            } catch (InterruptedException stopped) {
                bar.clear();
                console.err().println(kept(files.folder(), all));
                throw stopped;
            }
        }
    }

    private int tell(Path folder, List<TrialResult> trials, List<String> absent) {
        if (json) {
            console.out().println(ResultTree.of(folder, trials, absent).toPrettyString());
        } else {
            console.out().println();
            console.out()
                    .println("One run each: neighbours in a table may well be equal. For intervals and verdicts:"
                            + " gearbox run echo-server --workload ping --quick");
            console.out().println("Raw results: " + folder);
        }
        if (trials.stream().noneMatch(TrialResult::succeeded)) {
            throw new Refusal("nothing succeeded; the first failure: "
                    + trials.stream()
                            .flatMap(trial -> Stream.ofNullable(trial.failure()))
                            .map(failure -> failure.cause())
                            .findFirst()
                            .orElse("there was nothing to run")
                    + ". The logs are in " + folder);
        }
        return 0;
    }

    private static String kept(Path folder, Contests all) {
        if (all.finished() > 0) {
            return "Stopped. " + all.finished() + " of " + all.trials() + " trials are kept in " + folder
                    + "; for intervals, run a study: gearbox run echo-server --workload ping --quick";
        }
        try {
            Files.deleteIfExists(folder);
        } catch (IOException notEmpty) {
            return "Stopped. What there is, is in " + folder + " (" + notEmpty.getMessage() + ").";
        }
        return "Stopped. No trial had ended, so nothing is kept.";
    }
}
