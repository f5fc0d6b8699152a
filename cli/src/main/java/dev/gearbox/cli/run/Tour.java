package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Machine;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.report.json.JsonReport;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** {@code gearbox run} without a study: two workloads of the first study, one engine of each model, one fork; in at most three minutes. */
final class Tour {
    private static final String PING = "ping";
    private static final String HELLO_BYE = "hello-bye";

    /** Slightly less than what is promised. The more engines there are, the shorter is the measurement of each. */
    private static final Duration WHOLE = Duration.ofSeconds(175);

    private static final int BLOCKS = 3;

    /** The longest slice, in seconds: as in a quick run. */
    private static final double LONGEST = 0.9;

    /** The shortest slice, in seconds. With so many engines that this limit applies, the tour takes longer than promised. */
    private static final double SHORTEST = 0.2;

    private static final double STEP = 0.05;

    private final Console console;
    private final Studies studies;
    private final Path out;
    private final boolean json;
    private final boolean again;

    /** @param again set existing results aside and measure again */
    Tour(Console console, Studies studies, Path out, boolean json, boolean again) {
        this.console = console;
        this.studies = studies;
        this.out = out;
        this.json = json;
        this.again = again;
    }

    int run(ChildSetup setup) throws InterruptedException {
        Study study = studies.first().study();
        List<PlannedExperiment> plans = plans(study, MachineProbe.detect(setup), setup);
        StudyRun run =
                new StudyRun(console, out, new StudyRun.Settings(json, again, false, StudyRun.Tables.FIGURES), studies);
        run.announce(study, plans, DefaultSubjects.absent());
        List<Path> folders = run.measure(plans);
        if (json) {
            console.out().println(JsonReport.of(ReportBuilder.of(studies, out, folders)));
        } else {
            console.out().println();
            console.out()
                    .println(
                            "One fork with JVMs that are hardly warm: neighbours in a table may well be equal. For intervals and verdicts: gearbox run "
                                    + study.name() + " --workload ping --quick");
            console.out().println("Raw results: " + out + "   To measure again: gearbox run --again");
        }
        return folders.size() == plans.size() ? 0 : 1;
    }

    /** Plans both workloads, with slices as long as the time of the tour allows. */
    static List<PlannedExperiment> plans(Study study, Machine machine, ChildSetup setup) {
        for (double slice = LONGEST; ; slice -= STEP) {
            List<PlannedExperiment> plans = List.of(
                    plan(study, PING, 100, slice, machine, setup), plan(study, HELLO_BYE, 1000, slice, machine, setup));
            Duration all = plans.stream().map(PlannedExperiment::expected).reduce(Duration.ZERO, Duration::plus);
            if (all.compareTo(WHOLE) <= 0 || slice - STEP < SHORTEST) {
                return plans;
            }
        }
    }

    private static PlannedExperiment plan(
            Study study, String workload, int connections, double slice, Machine machine, ChildSetup setup) {
        Cell cell = study.load(workload)
                .cells(Length.QUICK, Map.of("connections", List.of(Integer.toString(connections))))
                .getFirst();
        List<String> specs = new ArrayList<>(DefaultSubjects.oneOfEach(connections));
        if (workload.equals(PING)) {
            // Where users reconnect, the kernel's share is the largest, and the abstraction hardly shows.
            specs.add("ref-selector");
        }
        Design design =
                new Design("tour", 1, BLOCKS, 0.1, slice, 2 * slice, Effort.QUICK_MARGIN, 0.95, List.of(1), false);
        return PlannedExperiment.of(
                        study.name(),
                        study.workload(workload).summary(),
                        cell,
                        DefaultSubjects.subjects(cell, specs, Optional.empty()),
                        "",
                        RunCommand.USUAL,
                        _ -> design,
                        machine,
                        setup)
                .leavingOut(DefaultSubjects.absent());
    }
}
