package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.experiment.Race;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.studies.echoserver.EchoServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures described workloads as {@code gearbox run} measures its own: the same experiments, in the same folders, resumed in the same way. No engine leaves early, because
 * each of them has a prediction to compare with.
 */
public final class AdviceTrials {
    private static final Pattern OFFLOADED = Pattern.compile("(.+) \\+ offload\\((\\w+)\\)");

    private final Console console;
    private final Studies studies;
    private final TrialOptions options;
    private final boolean silent;

    /**
     * A workload to measure.
     *
     * @param workload name of a workload of the first study
     * @param axes its value on each axis
     * @param specs engines, as an advice names them; the first is the baseline
     * @param placement cores of server and load; empty: the usual ones
     */
    public record Trial(String workload, Map<String, String> axes, List<String> specs, Optional<Pinning> placement) {}

    /**
     * What was measured.
     *
     * @param evidence of the experiment
     * @param labels of the engines in the experiment, in the order of their specs
     */
    public record Measured(Evidence evidence, List<String> labels) {}

    /** @param silent whether only progress is printed, because the output is for a program */
    public AdviceTrials(Console console, Studies studies, TrialOptions options, boolean silent) {
        this.console = console;
        this.studies = studies;
        this.options = options;
        this.silent = silent;
    }

    /** Returns the subject that an advice names. */
    static Subject subject(String spec) {
        Matcher offloaded = OFFLOADED.matcher(spec);
        return offloaded.matches()
                ? EchoServer.engine(offloaded.group(1), Optional.of(offloaded.group(2)))
                : EchoServer.engine(spec);
    }

    /**
     * Measures what has not been measured yet.
     *
     * @throws dev.gearbox.lab.data.LabException if it cannot be measured
     */
    public Measured measure(Trial trial) throws InterruptedException {
        StudyProvider study = studies.first();
        Workload workload = study.study().workload(trial.workload());
        Map<String, List<String>> values = new HashMap<>();
        trial.axes().forEach((axis, value) -> values.put(axis, List.of(value)));
        DesignOptions sizing = options.sizing();
        Cell cell = (Cell) workload.cells(sizing.length(), values).getFirst();
        List<Subject> subjects = new ArrayList<>();
        trial.specs().forEach(spec -> subjects.add(subject(spec)));
        ChildSetup setup = options.setup();
        ChildSetup placed = trial.placement().map(setup::placed).orElse(setup);
        String baseline = subjects.getFirst().label();
        PlannedExperiment plan = PlannedExperiment.of(
                study.name(),
                workload.summary(),
                cell,
                subjects,
                baseline,
                baseline,
                taking -> sizing.design(sizing.effort().design(cell, taking)),
                MachineProbe.detect(placed),
                placed);
        List<Path> folders = new StudyRun(
                        console,
                        options.folder(),
                        new StudyRun.Settings(silent, options.again(), false, StudyRun.Tables.NONE),
                        studies,
                        Race.NONE)
                .measure(List.of(plan));
        return new Measured(
                Archive.read(folders.getFirst()),
                plan.subjects().stream().map(Subject::label).toList());
    }

    /** Writes the report on everything in the folder, and returns its path. */
    public Path report() {
        Path out = options.folder();
        return ReportCommand.write(ReportBuilder.of(studies, out), out.resolve("report.html"));
    }
}
