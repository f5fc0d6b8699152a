package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.StudyTour;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.experiment.Effort;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * {@code gearbox run} without a study: the tour that the first study names as data, planned as any other experiment. It is run and kept like them, too, so
 * an interrupted tour continues, and a second one measures nothing.
 *
 * @param plans the only experiment; none if the placement lacks the cores that the workload needs
 * @param absent a sentence for each subject that cannot run on this machine
 */
record PlannedTour(List<PlannedExperiment> plans, List<String> absent) {
    /**
     * Plans it.
     *
     * @param placement the one that was asked for
     * @param sizing without any option
     * @throws UsageException if the study has no tour, or nothing can be measured here
     */
    static PlannedTour of(StudyProvider provider, ChildSetup setup, Optional<Pinning> placement, DesignOptions sizing) {
        Study study = provider.study();
        StudyTour tour = study.tour()
                .orElseThrow(() -> new UsageException(
                        "the study " + study.name() + " has no tour. Name the study: gearbox run " + study.name()));
        Map<String, List<String>> cell = new LinkedHashMap<>();
        tour.set().forEach((axis, value) -> cell.put(axis, List.of(value)));
        Planner.Choice arms =
                new Planner.Choice(DefaultSubjects.present(tour.arms()), Optional.empty(), tour.baseline(), false);
        Planner planner = new Planner(provider, setup, placement, arms, sizing, new Effort.Tour(tour.time()), cell);
        planner.plan(study.load(tour.workload()));
        if (planner.plans().isEmpty()) {
            throw new UsageException(
                    "there is nothing to compare on this machine. " + String.join("; ", planner.leftOut()));
        }
        List<String> absent = DefaultSubjects.absentOf(tour.arms());
        return new PlannedTour(
                planner.plans().stream().map(plan -> plan.leavingOut(absent)).toList(), absent);
    }
}
