package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyTour;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Race;
import dev.gearbox.lab.experiment.VerdictRace;
import dev.gearbox.lab.profile.CpuExplainer;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import dev.gearbox.report.json.JsonReport;
import dev.gearbox.report.text.ChoiceSentence;
import dev.gearbox.report.text.Conclusion;
import dev.gearbox.report.text.TerminalReport;
import dev.gearbox.report.text.TourText;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs experiments one after another, with one progress bar, and prints the results of each as soon as it is complete. */
public final class StudyRun {
    /** Length of each of the two windows of an explanation. */
    private static final Duration EXPLAINED = Duration.ofSeconds(5);

    /** Columns where the output is a pipe: everything fits. */
    private static final int WIDE = 200;

    private static final int NARROW = 40;

    private final Console console;
    private final Path out;
    private final Settings options;
    private final Studies studies;
    private final Race race;

    /** What is printed of each experiment as soon as it is complete. */
    public enum Tables {
        /** Nothing: the command derives something else. */
        NONE,
        /** Rankings with intervals and verdicts. */
        VERDICTS,
        /** The answer of the tour and its table, at the end; what is announced goes to the error output, so that the answer is the first line. */
        TOUR
    }

    /**
     * How the experiments are run.
     *
     * @param json print nothing but JSON
     * @param again set existing results aside
     * @param explain profile each engine
     * @param tables what to print of each experiment
     */
    public record Settings(boolean json, boolean again, boolean explain, Tables tables) {}

    /** Creates one whose arms leave as soon as they have a verdict against the baseline. */
    StudyRun(Console console, Path out, Settings options, Studies studies) {
        this(console, out, options, studies, new VerdictRace());
    }

    /** @param race decides which arms leave an experiment before its end */
    public StudyRun(Console console, Path out, Settings options, Studies studies, Race race) {
        this.console = console;
        this.out = out;
        this.options = options;
        this.studies = studies;
        this.race = race;
    }

    /**
     * Runs all experiments.
     *
     * @param absent a sentence for each subject that cannot run on this machine
     * @return the exit code: 1 if some experiments failed, which were named
     * @throws LabException if no experiment succeeds
     */
    int run(Study study, List<PlannedExperiment> plans, List<String> absent) throws InterruptedException {
        announce(study, plans, absent);
        List<Path> folders = measure(plans);
        conclude(study, folders);
        return folders.size() == plans.size() ? 0 : 1;
    }

    /** The style of results on this console. */
    public static TerminalReport.Style style(Console console) {
        int width = console.outColumns() == 0 ? WIDE : Math.max(NARROW, console.outColumns());
        return new TerminalReport.Style(width, console.colour(), false);
    }

    /**
     * Measures what has not been measured yet, and returns the folders of all results. An experiment that fails is named, and
     * the others are run.
     *
     * @throws LabException if none of them succeeds
     */
    public List<Path> measure(List<PlannedExperiment> plans) throws InterruptedException {
        List<Path> folders = new ArrayList<>();
        @Nullable LabException failed = null;
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            RunProgress progress = new RunProgress(bar, plans);
            for (int i = 0; i < plans.size(); i++) {
                PlannedExperiment plan = plans.get(i);
                if (Thread.interrupted()) {
                    // Opening the results would fail, as if their folder were to blame.
                    throw new InterruptedException("before " + plan.cell().label());
                }
                try (Archive archive = archive(plan)) {
                    archive.damage().forEach(this::complain);
                    double missing = missing(plan, archive);
                    long begun = System.nanoTime();
                    announce(plan, missing);
                    measure(plan, archive, bar, progress.of(i));
                    progress.measured(plan, missing, (System.nanoTime() - begun) / 1e9);
                    folders.add(archive.folder().toAbsolutePath());
                } catch (LabException cannot) {
                    bar.clear();
                    if (plans.size() > 1) {
                        complain(plan.cell().label() + ": " + cannot.getMessage());
                    }
                    failed = cannot;
                }
            }
        }
        if (failed != null && folders.isEmpty()) {
            throw failed;
        }
        return folders;
    }

    private void measure(PlannedExperiment plan, Archive archive, ProgressBar bar, ExperimentListener listener)
            throws InterruptedException {
        Evidence evidence;
        try {
            evidence = new ExperimentRun(
                            plan.experiment(), plan.cell(), plan.subjects(), plan.setup(), archive, listener)
                    .race(race);
            if (options.explain && plan.cell() instanceof Cell cell) {
                explain(cell, plan.subjects(), plan.setup(), archive.folder(), bar);
            }
        } catch (InterruptedException stopped) {
            bar.clear();
            console.err().println(kept(archive));
            throw stopped;
        }
        bar.clear();
        if (!answered(evidence)) {
            throw new LabException("no request was answered in " + plan.cell().label()
                    + ". Does the workload expect what the server sends? See the results in " + archive.folder());
        }
        tell(archive.folder());
    }

    private static boolean answered(Evidence evidence) {
        return evidence.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .anyMatch(slice -> slice.traffic().answered() > 0);
    }

    /** Announces the run. Fails here, before anything is measured, if results cannot be written. */
    public void announce(Study study, List<PlannedExperiment> plans, List<String> absent) {
        if (!plans.isEmpty()) {
            try (Archive first = Archive.open(out, plans.getFirst().experiment())) {
                first.damage().forEach(this::complain);
            }
        }
        absent.forEach(console.err()::println);
        if (!options.json) {
            Duration all = plans.stream().map(PlannedExperiment::expected).reduce(Duration.ZERO, Duration::plus);
            Duration longest = plans.stream().map(PlannedExperiment::longest).reduce(Duration.ZERO, Duration::plus);
            announced()
                    .println(question(study) + "        at most about " + NumberText.span(all)
                            + "; on a disturbed machine up to " + NumberText.span(longest));
            plans.stream()
                    .map(plan -> plan.experiment().machine().caption())
                    .distinct()
                    .forEach(announced()::println);
        }
    }

    private PrintStream announced() {
        return options.tables == Tables.TOUR ? console.err() : console.out();
    }

    private String question(Study study) {
        return options.tables == Tables.TOUR
                ? study.tour().map(StudyTour::question).orElse(study.question())
                : study.question();
    }

    private void complain(String what) {
        console.err().println("gearbox: " + what);
    }

    /** Returns the share of the forks that are still to be measured. */
    private double missing(PlannedExperiment plan, Archive archive) {
        if (ExperimentRun.over(archive.evidence(), plan.cell(), race)) {
            return 0;
        }
        double forks = plan.experiment().design().forks();
        long done =
                archive.evidence().forks().stream().filter(Evidence.Fork::done).count();
        return Math.max(0, (forks - done) / forks);
    }

    private void announce(PlannedExperiment plan, double missing) {
        if (!options.json) {
            announced().println();
            Design design = plan.experiment().design();
            announced()
                    .println((options.tables == Tables.NONE ? plan.cell().label() + ": " : "")
                            + size(design, plan.subjects().size()) + ": "
                            + (missing == 0
                                    ? "already measured"
                                    : NumberText.span(plan.expected()) + "; "
                                            + DetectableEffect.of(out, plan.experiment())));
            plan.leftOut().forEach(who -> announced().println("Left out: " + who));
        }
    }

    private Archive archive(PlannedExperiment plan) {
        if (options.again) {
            Archive.setAside(out, plan.experiment())
                    .ifPresent(aside -> complain("the earlier results are now in " + aside));
        }
        return Archive.open(out, plan.experiment());
    }

    private static String kept(Archive archive) {
        long blocks = archive.evidence().forks().stream()
                .mapToLong(fork -> fork.all(ForkEvent.BlockDone.class).size())
                .sum();
        return "Stopped. " + blocks + (blocks == 1 ? " block is" : " blocks are") + " kept in " + archive.folder()
                + "; the same command continues from there.";
    }

    private void explain(Cell cell, List<Subject> subjects, ChildSetup setup, Path folder, ProgressBar bar)
            throws InterruptedException {
        CpuExplainer explain = CpuExplainer.open(setup);
        for (Subject subject : subjects) {
            if (!Files.exists(CpuExplainer.file(folder, subject.label()))) {
                bar.show(1, "explaining " + subject.label(), EXPLAINED);
                explain.run(cell, subject, folder, EXPLAINED);
            }
        }
    }

    private void tell(Path folder) {
        if (!options.json) {
            switch (options.tables) {
                case NONE, TOUR -> {}
                case VERDICTS ->
                    console.out()
                            .print(TerminalReport.of(ReportBuilder.of(studies, out, List.of(folder)), style(console)));
            }
        }
    }

    private void conclude(Study study, List<Path> folders) {
        Report measured = folders.isEmpty() ? ReportBuilder.of(studies, out) : ReportBuilder.of(studies, out, folders);
        if (options.json) {
            console.out().println(JsonReport.of(measured));
            return;
        }
        if (options.tables == Tables.TOUR) {
            tour(study, measured);
            return;
        }
        String maps = TerminalReport.maps(measured, style(console));
        if (!maps.isEmpty()) {
            console.out().println();
            console.out().print(maps);
        }
        Path page = ReportCommand.write(ReportBuilder.of(studies, out), out.resolve("report.html"));
        console.out().println();
        List<Findings> findings =
                measured.results().stream().map(ExperimentResult::findings).toList();
        console.out().println(Conclusion.of(findings));
        console.out().println("Report: " + page + "   Raw results: " + out);
        study.choice()
                .ifPresent(choice ->
                        console.out().println(study.question() + " " + ChoiceSentence.of(findings, choice.by())));
    }

    private void tour(Study study, Report measured) {
        Path page = ReportCommand.write(ReportBuilder.of(studies, out), out.resolve("report.html"));
        measured.results().forEach(result -> console.out().print(TourText.of(question(study), result, style(console))));
        console.out().println("Report: " + page + "   Raw results: " + out);
    }

    /** "11 arms, 5 forks of 5 blocks". */
    static String size(Design design, int arms) {
        return arms
                + (arms == 1 ? " arm, " : " arms, ")
                + (design.looks().size() > 1 ? "up to " : "")
                + design.forks()
                + (design.forks() == 1 ? " fork of " : " forks of ")
                + design.blocks()
                + (design.blocks() == 1 ? " block" : " blocks");
    }
}
