package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.Taint;
import java.util.List;
import java.util.Optional;

/** Why times and rates have no verdict where subject and load share cores: the A/A of such a placement decides which of them may have one. */
final class SharedCores {
    private SharedCores() {}

    /** Returns why none of them has a verdict; empty if some may have one. */
    static Optional<Findings.Unfit> unfit(Experiment experiment) {
        if (!experiment.onlyCosts()) {
            return Optional.empty();
        }
        PlacementControl control = experiment.control();
        return Optional.of(
                control == null
                        ? new Findings.Unfit(
                                where(experiment) + ", and no A/A has shown yet that times can be trusted there ("
                                        + command(experiment) + ")",
                                Findings.Lack.CONTROL)
                        : new Findings.Unfit(
                                where(experiment) + ", and the A/A there did not pass: " + control.seen(),
                                Findings.Lack.CORES));
    }

    /** Returns why a metric has no verdict if others may: the A/A does not know the time on which it rests closely enough. */
    static Optional<Findings.Unfit> unfit(Metric metric, Experiment experiment) {
        PlacementControl control = experiment.control();
        return experiment.contended() && control != null && unknown(metric, control)
                ? Optional.of(
                        new Findings.Unfit(notKnown(metric.caption(), experiment, control), Findings.Lack.CONTROL))
                : Optional.empty();
    }

    /** Returns the remark for the reader of a report on the times that the A/A does not know; empty if it knows all or none. */
    static Optional<String> note(Experiment experiment) {
        PlacementControl control = experiment.control();
        if (!experiment.contended()
                || control == null
                || !control.passed()
                || control.unknown().isEmpty()) {
            return Optional.empty();
        }
        List<String> times = control.unknown();
        return Optional.of("no verdict on " + String.join(", ", times) + ": "
                + notKnown(times.size() == 1 ? "it" : "them", experiment, control));
    }

    private static String notKnown(String times, Experiment experiment, PlacementControl control) {
        return where(experiment) + ", and the A/A there does not know " + times + " closely enough ("
                + command(experiment) + "): " + control.seen();
    }

    private static boolean unknown(Metric metric, PlacementControl control) {
        return switch (metric) {
            case P50, CONNECT_P50 -> control.unknown().contains(Metric.P50.key());
            case P90 -> control.unknown().contains(Metric.P90.key());
            case P99, P999, CONNECT_P99 -> control.unknown().contains(Metric.P99.key());
            // The rate of a closed loop follows from the mean, and the time of a job from its rate. Work on a unit is
            // measured as a mean.
            case MEAN, RATE, CONNECTS, ELAPSED, WORK, STRETCH, CORES ->
                control.unknown().contains(Metric.MEAN.key());
            default -> metric.use() != Taint.Use.COST && !control.unknown().isEmpty();
        };
    }

    private static String where(Experiment experiment) {
        Placement placement = experiment.placement();
        return placement == null ? "server and load may share cores" : placement.caption();
    }

    /** Returns the command that makes an A/A. */
    private static String command(Experiment experiment) {
        Placement placement = experiment.placement();
        return "gearbox check --cores " + (placement == null ? "shared" : placement.text());
    }
}
