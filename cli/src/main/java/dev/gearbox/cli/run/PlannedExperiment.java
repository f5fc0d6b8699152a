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
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A planned experiment: the cell, the subjects that take part, and those that are left out with the reason.
 *
 * @param cell the conditions
 * @param subjects what is compared
 * @param experiment the same as a record
 * @param leftOut a sentence with the reason for each subject that cannot take part
 * @param setup how children are started, and where
 */
public record PlannedExperiment(
        Condition cell, List<Subject> subjects, Experiment experiment, List<String> leftOut, ChildSetup setup) {
    /** Not the suffix of the A/A arm, which is not an arm of its own. */
    private static final String COPY = " (copy)";

    public PlannedExperiment {
        subjects = List.copyOf(subjects);
        leftOut = List.copyOf(leftOut);
    }

    /**
     * Plans a cell.
     *
     * @param summary of the workload, in a line
     * @param baseline the label of a subject, or empty for the usual one
     * @param usual label of the usual baseline; if it does not take part, the first subject is the baseline
     * @param sizing the design for the subjects that take part
     * @throws UsageException if no subject can take part, or the baseline cannot
     */
    public static PlannedExperiment of(
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
                        throw new UsageException(
                                "two different commands are called " + candidate.label() + ". Give each its own label");
                    });
            // The same engine twice is a valid question: a comparison without a difference.
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
            throw new UsageException("no subject can take part in " + cell.label() + ": " + String.join("; ", leftOut));
        }
        List<String> labels = labels(taking);
        String chosen = !baseline.isEmpty() ? baseline : labels.contains(usual) ? usual : labels.getFirst();
        if (!labels.contains(chosen)) {
            throw new UsageException("the baseline \"" + chosen + "\" does not take part in " + cell.label()
                    + ". Add it with --engine; these take part: " + String.join(", ", labels));
        }
        Design design = sizing.apply(taking);
        return new PlannedExperiment(
                cell,
                taking,
                Experiments.of(study, summary, cell, taking, chosen, design, machine, setup)
                        .leavingOut(leftOut),
                leftOut,
                setup);
    }

    /** The same experiment; subjects with these labels are references. */
    PlannedExperiment referring(List<String> references) {
        return new PlannedExperiment(cell, subjects, experiment.referring(references), leftOut, setup);
    }

    /** The same experiment; its results also list these absent subjects. */
    public PlannedExperiment leavingOut(List<String> absent) {
        return new PlannedExperiment(
                cell,
                subjects,
                experiment.leavingOut(Stream.concat(experiment.leftOut().stream(), absent.stream())
                        .toList()),
                leftOut,
                setup);
    }

    /** The same experiment; its results also say what values of its parameters mean here. */
    public PlannedExperiment meaning(Map<String, String> meanings) {
        return new PlannedExperiment(cell, subjects, experiment.meaning(meanings), leftOut, setup);
    }

    private static boolean differ(Subject one, Subject other) {
        return one.label().equals(other.label()) && !one.args().equals(other.args());
    }

    private static List<String> labels(List<Subject> subjects) {
        return subjects.stream().map(Subject::label).toList();
    }

    /** The approximate duration from the start, on a quiet machine. */
    Duration expected() {
        return ExperimentRun.expected(experiment.design(), experiment.arms().size(), cell);
    }

    /** The longest duration, on a machine that disturbs it. */
    Duration longest() {
        return ExperimentRun.longest(experiment.design(), experiment.arms().size(), cell);
    }
}
