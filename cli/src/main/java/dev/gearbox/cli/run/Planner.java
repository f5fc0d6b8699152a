package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Design;
import dev.gearbox.lab.StudyChoice;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.experiment.Effort;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.CoreNeeds;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.load.plan.Arrivals;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Plans the experiments of a run, workload by workload: which subjects take part in each cell, and how much is measured. */
final class Planner {
    private final StudyProvider study;
    private final ChildSetup setup;
    private final Optional<Pinning> placement;
    private final Choice choice;
    private final DesignOptions sizing;
    private final Effort effort;
    private final Map<String, List<String>> overrides;
    private final List<String> references;
    private final List<PlannedExperiment> plans = new ArrayList<>();
    private final Set<String> leftOut = new LinkedHashSet<>();

    /**
     * The subjects that the user asked for.
     *
     * @param specs of engines, references or external servers; empty: all engines
     * @param offload worker threads of each; empty: none
     * @param baseline label of the subject that the others are compared with; empty: the usual one
     * @param few whether only some engines are measured if none are named
     */
    record Choice(List<String> specs, Optional<String> offload, String baseline, boolean few) {}

    /**
     * @param placement the placement that the user asked for; empty: the default, or what a workload needs
     * @param sizing the user's options about forks, blocks and slices
     * @param effort how much is measured without them
     * @param overrides other values for axes, by axis
     */
    Planner(
            StudyProvider study,
            ChildSetup setup,
            Optional<Pinning> placement,
            Choice choice,
            DesignOptions sizing,
            Effort effort,
            Map<String, List<String>> overrides) {
        this.study = study;
        this.setup = setup;
        this.placement = placement;
        this.choice = choice;
        this.sizing = sizing;
        this.effort = effort;
        this.overrides = overrides;
        this.references = study.study().choice().map(StudyChoice::except).orElse(List.of());
    }

    /** What has been planned. */
    List<PlannedExperiment> plans() {
        return List.copyOf(plans);
    }

    /** A sentence with the reason for each subject that is left out. */
    List<String> leftOut() {
        return List.copyOf(leftOut);
    }

    /**
     * Plans each cell as an experiment, or, where the workload compares in pairs, one for each pair.
     *
     * @throws UsageException if no subject can take part, or an option does not apply to the workload
     */
    void plan(Workload workload) {
        Optional<ChildSetup> placed = placed(workload);
        if (placed.isEmpty()) {
            return;
        }
        List<? extends Condition> cells = workload.cells(sizing.length(), overrides);
        Optional<ComparedPairs> pairs = pairs(workload);
        for (Condition cell : cells) {
            List<String> absent = pairs.isPresent() ? pairs.get().leftOut() : absent(cell);
            leftOut.addAll(absent);
            requireOpenLoop(cell);
            if (pairs.isPresent()) {
                for (LoadWorkload.ArmPair pair : pairs.get().present()) {
                    List<Subject> two = ComparedPairs.subjects(pair, served(cell), choice.offload);
                    plans.add(planned(workload, cell, two, two.getFirst().label(), absent, placed.get()));
                }
            } else {
                plans.add(planned(workload, cell, compared(workload, cell), choice.baseline, absent, placed.get()));
            }
        }
    }

    /** Where the processes run under a workload; empty if that does not have the cores that it needs, which is then among those left out. */
    private Optional<ChildSetup> placed(Workload workload) {
        PlacementChoice choices = PlacementChoice.here();
        CoreNeeds needs = workload.needs();
        if (placement.isPresent() && !choices.met(needs, placement.get())) {
            leftOut.add(workload + " needs " + needs.words() + ", which the placement of --cores does not have");
            return Optional.empty();
        }
        Optional<Pinning> fitting = placement.isPresent() ? placement : choices.fitting(needs);
        if (fitting.isEmpty()) {
            leftOut.add(choices.lacking(workload.name(), needs));
        }
        return fitting.map(setup::placed);
    }

    private PlannedExperiment planned(
            Workload workload,
            Condition cell,
            List<Subject> subjects,
            String baseline,
            List<String> absent,
            ChildSetup placed) {
        return PlannedExperiment.of(
                        study.name(),
                        workload.summary(),
                        cell,
                        subjects,
                        baseline,
                        workload.baseline().isEmpty() ? RunCommand.USUAL : workload.baseline(),
                        taking -> design(cell, taking),
                        MachineProbe.detect(placed),
                        placed)
                .referring(references)
                .leavingOut(absent)
                .meaning(study.meanings(cell));
    }

    private Design design(Condition cell, List<Subject> taking) {
        Design usual = effort.design(cell, taking);
        return cell instanceof MemoryCell ? sizing.forks(usual) : sizing.design(usual);
    }

    /** The pairs of a workload that compares in pairs, unless engines are named. */
    private Optional<ComparedPairs> pairs(Workload workload) {
        if (!choice.specs.isEmpty()
                || !(workload instanceof LoadWorkload load)
                || load.pairs().isEmpty()) {
            return Optional.empty();
        }
        if (!choice.baseline.isEmpty()) {
            throw new UsageException("--baseline does not apply to " + load.name()
                    + ", whose pairs each have their own baseline. Name engines with --engine to compare others");
        }
        return Optional.of(ComparedPairs.of(load));
    }

    /** Whether the subjects of a workload are the engines, and not the study's own. */
    boolean ofEngines(Workload workload) {
        return own(workload.cells(sizing.length(), overrides).getFirst()).isEmpty();
    }

    private Optional<List<Subject>> own(Condition cell) {
        return study.subjects(cell, choice.specs, choice.offload);
    }

    private List<String> absent(Condition cell) {
        if (own(cell).isPresent()) {
            return choice.specs.isEmpty() ? study.absent(cell) : List.of();
        }
        return choice.few
                ? DefaultSubjects.absentOf(DefaultSubjects.FEW)
                : choice.specs.isEmpty() ? DefaultSubjects.absent() : List.of();
    }

    private List<Subject> compared(Workload workload, Condition cell) {
        return own(cell)
                .orElseGet(() -> DefaultSubjects.compared(
                        served(cell),
                        choice.few ? DefaultSubjects.few() : choice.specs,
                        workload.also(),
                        choice.offload));
    }

    /** The load of a cell with servers; of several the largest. */
    private static Cell served(Condition condition) {
        return switch (condition) {
            case Cell cell -> cell;
            case MemoryCell cell -> cell.largest();
            case JobCell cell ->
                throw new UsageException("servers do not run jobs, so no subject can take part in " + cell.label());
        };
    }

    private void requireOpenLoop(Condition condition) {
        if (sizing.searches() && condition instanceof Cell cell && cell.arrivals() instanceof Arrivals.Closed) {
            throw new UsageException("--slo needs an open loop, whose rate can be set; " + cell.workload()
                    + " is a closed loop. Use --workload ping");
        }
    }
}
