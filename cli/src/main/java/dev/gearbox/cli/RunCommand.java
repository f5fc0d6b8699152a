package dev.gearbox.cli;

import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Lab;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.ResultFiles;
import dev.gearbox.lab.Setup;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.TrialResult;
import dev.gearbox.lab.Workload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code gearbox run}: without words a tour of at most three minutes, else a study, or a part of one. */
@Command(
        name = "run",
        description = {
            "Measure engines on this machine. Without words: a tour of echo-server, at most three minutes.",
            "One trial for each engine and workload; results are kept as JSON."
        },
        footer = {
            "",
            "gearbox run",
            "gearbox run echo-server --workload ping --engine selector --engine 'reactors?threads=2' --quick",
            "gearbox run echo-server --workload hello-bye-persistent --engine selector --connections 10000"
        })
final class RunCommand implements Callable<Integer> {
    private static final long SEED = 42;

    private final Console console;
    private final Supplier<Study> study;

    @Parameters(arity = "0..1", paramLabel = "STUDY", description = "Which study: echo-server.")
    private @Nullable String studyName;

    @Option(names = "--workload", paramLabel = "W", description = "Only this workload of it.")
    private @Nullable String workload;

    @Option(
            names = "--engine",
            paramLabel = "SPEC",
            description = "Only this engine, or one of ref-selector, ref-threads, ref-virtual; may be repeated.")
    private List<String> engines = new ArrayList<>();

    @Option(
            names = "--offload",
            paramLabel = "K|elastic",
            description = "Let sessions run on so many worker threads, or on as many as it takes.")
    private @Nullable String offload;

    @Option(
            names = "--connections",
            paramLabel = "N",
            description = "So many connections instead of the workload's own.")
    private @Nullable String connections;

    @Option(names = "--quick", description = "Seconds for each trial: to look, not to claim.")
    private boolean quick;

    @Option(names = "--full", description = "As long as the literature ran it.")
    private boolean full;

    @Option(names = "--out", paramLabel = "DIR", description = "Where the results go (default: results).")
    private Path out = Path.of("results");

    @Option(names = "--json", description = "Print JSON, and nothing else.")
    private boolean json;

    /** @param study the one that there is; decoded when it is needed */
    RunCommand(Console console, Supplier<Study> study) {
        this.console = console;
        this.study = study;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (quick && full) {
            throw new Refusal("--quick and --full exclude each other. Give one, or none for a length between them");
        }
        return studyName == null ? tour() : part(studyName);
    }

    private int tour() throws InterruptedException {
        Stream.of(
                        given("--workload", workload != null),
                        given("--engine", !engines.isEmpty()),
                        given("--offload", offload != null),
                        given("--connections", connections != null),
                        given("--quick", quick),
                        given("--full", full))
                .flatMap(Optional::stream)
                .findFirst()
                .ifPresent(option -> {
                    throw new Refusal("the tour takes no " + option + ". Name the study: gearbox run echo-server "
                            + option + " ...");
                });
        Study known = study.get();
        return run("tour", known, Tour.contests(known));
    }

    private int part(String name) throws InterruptedException {
        Study known = study.get();
        if (!known.name().equals(name)) {
            throw Words.unknown("study", name, List.of(known.name()));
        }
        Length length = quick ? Length.QUICK : full ? Length.FULL : Length.NORMAL;
        Map<String, List<String>> overrides = connections == null
                ? Map.of()
                : Map.of(
                        "connections", List.of(Long.toString(Words.whole("--connections", connections, 1, 1_000_000))));
        List<Workload> chosen = workload == null ? known.workloads() : List.of(known.workload(workload));
        List<Contest> contests = new ArrayList<>();
        for (Workload each : chosen) {
            for (Cell cell : each.cells(length, overrides)) {
                contests.add(new Contest(cell, Lineup.subjects(cell, engines, Optional.ofNullable(offload))));
            }
        }
        return run(workload == null ? name : workload, known, contests);
    }

    private int run(String name, Study of, List<Contest> contests) throws InterruptedException {
        Lab lab = Lab.open(Setup.detect(SEED));
        ResultFiles files = ResultFiles.create(out, name);
        Results results = new Results(console);
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            Contests all = new Contests(contests, bar);
            if (!json) {
                console.out()
                        .println(of.question() + "        about " + Figures.span(all.expected()) + ", "
                                + Figures.count(all.trials()) + (all.trials() == 1 ? " trial" : " trials"));
                console.out().println(lab.environment().caption());
                console.out().println("Lower is better, but requests/s; the cheapest comes first.");
            }
            try {
                List<TrialResult> trials = all.run(lab, files, (contest, part) -> {
                    if (!json) {
                        results.print(
                                contest, of.workload(contest.cell().workload()).summary(), part);
                    }
                });
                return tell(files.folder(), trials);
            } catch (InterruptedException stopped) {
                bar.clear();
                console.err().println(kept(files.folder(), all));
                throw stopped;
            }
        }
    }

    private int tell(Path folder, List<TrialResult> trials) {
        if (json) {
            console.out().println(ResultTree.of(folder, trials).toPrettyString());
        } else {
            console.out().println();
            console.out().println("One run each: neighbours in a table may well be equal.");
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
                    + "; for the others, run again with --workload and --engine.";
        }
        try {
            Files.deleteIfExists(folder);
        } catch (IOException notEmpty) {
            return "Stopped. What there is, is in " + folder + " (" + notEmpty.getMessage() + ").";
        }
        return "Stopped. No trial had ended, so nothing is kept.";
    }

    private static Optional<String> given(String option, boolean is) {
        return is ? Optional.of(option) : Optional.empty();
    }
}
