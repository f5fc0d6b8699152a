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
 * The cost of choosing in an experiment: an engine that chooses, compared with the best of the fixed ones.
 *
 * @param metric what is compared
 * @param arm the engine that chooses
 * @param best the fixed engine with the lowest figure
 * @param ratio figure of {@code arm} divided by that of {@code best}
 */
record CostOfChoice(Metric metric, String arm, String best, Figure ratio) {
    /** The costs of one arm: CPU per request and p99; empty if no fixed engine took part, or the figures are missing. */
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

    /** External servers and references are not engines that could have been chosen instead. */
    private static boolean isFixed(String arm, Set<String> choosing) {
        return !choosing.contains(arm) && !arm.startsWith("ref-") && !arm.startsWith("external:");
    }

    private String interval() {
        return ratio.bounded()
                ? String.format(Locale.ROOT, " [%.2f, %.2f]", ratio.low(), ratio.high())
                : " (one fork: no interval)";
    }

    /** As one line. */
    String words() {
        return arm + ": " + metric.caption() + " is "
                + String.format(Locale.ROOT, "%.2f", ratio.value()) + interval() + " of "
                + best + ", the best fixed engine here";
    }
}
