package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The race of {@code gearbox run}: an arm is decided when it is shown to differ from the baseline, or to be equal to it, by each metric that answers the
 * question of its loop. The first of them must have a verdict; the second may be unfit for one, such as times on a disturbed machine.
 */
public final class VerdictRace implements Race {
    @Override
    public Set<String> decided(Evidence seen) {
        Findings findings = Analysis.of(seen, Set.copyOf(metrics(seen.experiment())));
        return findings.quality().valid()
                ? seen.experiment().contenders().stream()
                        .map(Arm::label)
                        .filter(arm -> decided(findings, arm))
                        .collect(Collectors.toUnmodifiableSet())
                : Set.of();
    }

    /** Returns the metrics that answer the question, the most important first. */
    static List<Metric> metrics(Experiment experiment) {
        if (experiment.design().objective() != null) {
            return List.of(Metric.CAPACITY, Metric.CPU);
        }
        return switch (experiment.loop()) {
            case Experiment.OPEN -> List.of(Metric.CPU, Metric.P50);
            case Experiment.JOB -> List.of(Metric.ELAPSED, Metric.CPU);
            case Experiment.MEMORY -> List.of(Metric.IDLE_RESIDENT);
            default -> List.of(Metric.CPU, Metric.RATE);
        };
    }

    private static boolean decided(Findings findings, String arm) {
        List<Metric> metrics = metrics(findings.experiment());
        Optional<Verdict> first = verdict(findings, metrics.getFirst(), arm);
        return first.isPresent()
                && shown(first.get())
                && metrics.stream()
                        .filter(metric -> !findings.unfit().containsKey(metric))
                        .flatMap(metric -> verdict(findings, metric, arm).stream())
                        .allMatch(VerdictRace::shown);
    }

    private static Optional<Verdict> verdict(Findings findings, Metric metric, String arm) {
        return findings.by(metric).flatMap(ranking -> ranking.of(arm)).map(Ranking.RankedArm::verdict);
    }

    private static boolean shown(Verdict verdict) {
        return switch (verdict) {
            case BETTER, WORSE, EQUIVALENT -> true;
            case BASELINE, INCONCLUSIVE, INVALID -> false;
        };
    }
}
