package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Subject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * An experiment that is going to be run: who takes part in which cell, and who does not and why.
 *
 * @param cell what they are put under
 * @param subjects what is compared
 * @param experiment the same, written down
 * @param leftOut whoever cannot take part, each with the reason
 */
record PlannedExperiment(Condition cell, List<Subject> subjects, Experiment experiment, List<String> leftOut) {
    /** Not the sentinel's suffix: that one is no arm of its own. */
    private static final String COPY = " (copy)";

    PlannedExperiment {
        subjects = List.copyOf(subjects);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Plans a cell.
     *
     * @param summary of the workload, in a line
     * @param baseline the label of a subject, or empty for the usual one
     * @param usual who that is, if it takes part; otherwise it is the first of those who do
     * @param sizing how much is measured of those who take part
     * @throws UsageException when nobody can take part, or the baseline cannot
     */
    static PlannedExperiment of(
            String study,
            String summary,
            Condition cell,
            List<Subject> candidates,
            String baseline,
            String usual,
            Function<List<Subject>, Design> sizing,
            Machine machine,
            ChildSetup setup) {
        List<Subject> taking = new ArrayList<>();
        List<String> leftOut = new ArrayList<>();
        for (Subject candidate : candidates) {
            taking.stream()
                    .filter(other -> differ(other, candidate))
                    .findFirst()
                    .ifPresent(_ -> {
                        throw new UsageException("two different commands are called " + candidate.label()
                                + ". Give each a label of its own");
                    });
            // The same engine twice is a comparison of no difference, which a person may well ask for.
            Subject subject = labels(taking).contains(candidate.label())
                    ? candidate.labelled(candidate.label() + COPY)
                    : candidate;
            var lacking = subject.lacks(cell.requires());
            if (lacking.isEmpty()) {
                taking.add(subject);
            } else {
                leftOut.add(subject.label() + " does not offer " + String.join(", ", lacking));
            }
        }
        if (taking.isEmpty()) {
            throw new UsageException("nobody can take part in " + cell.label() + ": " + String.join("; ", leftOut));
        }
        List<String> labels = labels(taking);
        String chosen = !baseline.isEmpty() ? baseline : labels.contains(usual) ? usual : labels.getFirst();
        if (!labels.contains(chosen)) {
            throw new UsageException("the baseline \"" + chosen + "\" does not take part in " + cell.label()
                    + ". Name it with --engine as well; there are: " + String.join(", ", labels));
        }
        Design design = sizing.apply(taking);
        return new PlannedExperiment(
                cell,
                taking,
                Experiments.of(study, summary, cell, taking, chosen, design, machine, setup)
                        .leavingOut(leftOut),
                leftOut);
    }

    /** The same, and the results say who else could not take part. */
    PlannedExperiment leavingOut(List<String> absent) {
        return new PlannedExperiment(
                cell,
                subjects,
                experiment.leavingOut(Stream.concat(experiment.leftOut().stream(), absent.stream())
                        .toList()),
                leftOut);
    }

    private static boolean differ(Subject one, Subject other) {
        return one.label().equals(other.label()) && !one.args().equals(other.args());
    }

    private static List<String> labels(List<Subject> subjects) {
        return subjects.stream().map(Subject::label).toList();
    }

    /** About how long it takes from the beginning. */
    Duration expected() {
        return ExperimentRun.expected(experiment.design(), experiment.arms().size(), cell);
    }
}
