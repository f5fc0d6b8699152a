package dev.gearbox.cli.decisions;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * What the freedom to choose has cost in an experiment: an engine that chooses beside the best of those that are what they are.
 *
 * @param metric by which
 * @param arm the engine that chooses
 * @param best of the fixed ones, the one with the lowest figure
 * @param ratio of the first by the second
 */
record CostOfChoice(Metric metric, String arm, String best, Figure ratio) {
    /** Of one arm, by what a request costs and by the time that the slowest hundredth takes; empty where nothing fixed took part, or nothing is known. */
    static List<CostOfChoice> of(Evidence evidence, String arm, Set<String> choosing) {
        List<CostOfChoice> regrets = new ArrayList<>();
        for (Metric metric : List.of(Metric.CPU, Metric.P99)) {
            of(evidence, metric, arm, choosing).ifPresent(regrets::add);
        }
        return regrets;
    }

    private static Optional<CostOfChoice> of(Evidence evidence, Metric metric, String arm, Set<String> choosing) {
        return Analysis.of(evidence)
                .by(metric)
                .flatMap(ranking -> ranking.standings().stream()
                        .filter(standing -> isFixed(standing.arm(), choosing))
                        .min(Comparator.comparingDouble(
                                standing -> standing.value().value())))
                .map(Ranking.RankedArm::arm)
                .flatMap(best -> Analysis.of(evidence, best)
                        .by(metric)
                        .flatMap(ranking -> ranking.of(arm))
                        .map(standing -> new CostOfChoice(metric, arm, best, standing.ratio())));
    }

    /** Servers of others and those written by hand are no engines that one could have chosen instead. */
    private static boolean isFixed(String arm, Set<String> choosing) {
        return !choosing.contains(arm) && !arm.startsWith("ref-") && !arm.startsWith("external:");
    }

    private String interval() {
        return ratio.bounded()
                ? String.format(Locale.ROOT, " [%.2f, %.2f]", ratio.low(), ratio.high())
                : " (one fork: no interval)";
    }

    /** In a line. */
    String words() {
        return arm + ": " + metric.caption() + " is "
                + String.format(Locale.ROOT, "%.2f", ratio.value()) + interval() + " of "
                + best + ", the best fixed engine here";
    }
}
