package dev.gearbox.check.oracle;

import dev.gearbox.check.Context;
import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.load.plan.Arrivals;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.node.JsonNodeFactory;

/** Compares {@link OracleServer}s as any arms: forks, blocks, slices in random order. The first is the baseline. */
public final class OracleExperiment {
    private OracleExperiment() {}

    /**
     * Runs the experiment in a folder of its own, so that nothing is reused from an earlier check.
     *
     * @param title the subject of the check
     * @throws IOException if the files cannot be created
     */
    public static Evidence run(
            Context context,
            String title,
            List<Subject> subjects,
            Arrivals arrivals,
            Design design,
            ExperimentListener listener)
            throws IOException, InterruptedException {
        return run(context, title, subjects, OracleUsers.STAY, arrivals, design, listener, _ -> false);
    }

    /**
     * Runs the experiment until it is over, or enough is known.
     *
     * @param enough decides at each look of the design but the last whether to stop
     */
    public static Evidence run(
            Context context,
            String title,
            List<Subject> subjects,
            OracleUsers users,
            Arrivals arrivals,
            Design design,
            ExperimentListener listener,
            Predicate<Evidence> enough)
            throws IOException, InterruptedException {
        Cell cell = OracleRun.cell(
                users,
                arrivals,
                Duration.ZERO,
                Duration.ofNanos(Math.round(design.windowSeconds() * 1e9)),
                Duration.ofSeconds(10));
        Experiment experiment = experiment(context, title, subjects, cell, design);
        Path folder = Files.createTempDirectory(context.scratch(), "experiment");
        try (Archive archive = Archive.open(folder, experiment)) {
            return new ExperimentRun(experiment, cell, subjects, context.setup(), archive, listener).run(enough);
        }
    }

    /** A number of forks and blocks, with slices of the usual duration. */
    public static Design design(int forks, int blocks, double windowSeconds) {
        return design(List.of(forks), blocks, windowSeconds);
    }

    /**
     * Several numbers of forks after which it may stop.
     *
     * @param looks in ascending order; the last is the most
     */
    public static Design design(List<Integer> looks, int blocks, double windowSeconds) {
        return new Design("check", looks.getLast(), blocks, 0.1, windowSeconds, 4, 0.05, 0.95, looks, false);
    }

    /** Where cores are shared, times count too: what they are worth there is what a check finds out. */
    private static Experiment experiment(
            Context context, String title, List<Subject> subjects, Cell cell, Design design) {
        Experiment usual = new Experiment(
                Experiment.FORMAT,
                "check",
                title,
                title,
                Map.of(),
                cell.protocol(),
                Map.of(),
                cell.arrivals() instanceof Arrivals.Closed ? "closed" : "open",
                JsonNodeFactory.instance
                        .objectNode()
                        .set("arrivals", cell.arrivals().toTree()),
                subjects.stream()
                        .map(subject -> new Arm(subject.label(), subject.args()))
                        .toList(),
                subjects.getFirst().label(),
                design,
                MachineProbe.detect(context.setup()),
                context.seed());
        return usual.placed(context.setup().pinning().placement().orElse(null))
                .controlled(new PlacementControl(true, "this is a check"));
    }
}
