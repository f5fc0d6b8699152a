package dev.gearbox.report.document;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The Pareto front of processor time, p99 and memory.
 *
 * <p>One arm is behind another if it is no better in any of the three and worse in one, by the values: a strict order, so that the front is never
 * empty. It is <em>dominated</em> only if at least one of these differences was shown (no common tie letter) and the run is valid; otherwise it is
 * behind by the values only, and stays drawn as a candidate.
 */
final class Pareto {
    private static final List<Metric> AXES = List.of(Metric.CPU, Metric.P99, Metric.RESIDENT);

    private Pareto() {}

    /** Returns the front, if processor time and p99 are known for at least two arms. */
    static Document.@Nullable Front of(Findings findings) {
        Optional<Ranking> cpu = findings.by(Metric.CPU);
        Optional<Ranking> p99 = findings.by(Metric.P99);
        if (cpu.isEmpty() || p99.isEmpty()) {
            return null;
        }
        List<String> arms = cpu.get().standings().stream()
                .map(RankedArm::arm)
                .filter(arm -> finite(findings, arm, Metric.CPU) && finite(findings, arm, Metric.P99))
                .toList();
        if (arms.size() < 2) {
            return null;
        }
        List<Document.Spot> spots =
                arms.stream().map(arm -> spot(findings, arm, arms)).toList();
        return new Document.Front(spots, words(spots, findings));
    }

    private static Document.Spot spot(Findings findings, String arm, List<String> arms) {
        List<String> ahead =
                arms.stream().filter(other -> ahead(findings, other, arm)).toList();
        List<String> dominators = ahead.stream()
                .filter(other -> findings.quality().valid() && shown(findings, other, arm))
                .toList();
        String state = !dominators.isEmpty() ? "dominated" : ahead.isEmpty() ? "front" : "behind";
        return new Document.Spot(
                arm,
                Document.Quantity.of(
                        standing(findings, arm, Metric.CPU).orElseThrow().value()),
                Document.Quantity.of(
                        standing(findings, arm, Metric.P99).orElseThrow().value()),
                standing(findings, arm, Metric.RESIDENT)
                        .map(standing -> Document.Quantity.of(standing.value()))
                        .orElse(null),
                state,
                dominators.isEmpty() ? ahead : dominators);
    }

    private static boolean ahead(Findings findings, String one, String other) {
        boolean better = false;
        for (Metric metric : AXES) {
            Optional<RankedArm> left = standing(findings, one, metric);
            Optional<RankedArm> right = standing(findings, other, metric);
            if (left.isPresent() && right.isPresent()) {
                double difference =
                        left.get().value().value() - right.get().value().value();
                if (difference > 0) {
                    return false;
                }
                better |= difference < 0;
            }
        }
        return better;
    }

    private static boolean shown(Findings findings, String one, String other) {
        return AXES.stream().anyMatch(metric -> {
            Optional<RankedArm> left = standing(findings, one, metric);
            Optional<RankedArm> right = standing(findings, other, metric);
            return left.isPresent()
                    && right.isPresent()
                    && left.get().value().value() < right.get().value().value()
                    && left.get()
                            .ties()
                            .chars()
                            .noneMatch(letter -> right.get().ties().indexOf(letter) >= 0);
        });
    }

    private static List<String> words(List<Document.Spot> spots, Findings findings) {
        List<String> words = new ArrayList<>();
        String axes = findings.by(Metric.RESIDENT).isPresent() ? "CPU, p99 and memory" : "CPU and p99";
        if (!findings.quality().valid()) {
            words.add("The run is not valid: the picture shows values, and nothing is concluded from it.");
        }
        for (Metric axis : AXES) {
            Findings.Unfit unfit = findings.unfit().get(axis);
            if (unfit != null) {
                words.add("The picture shows values of " + axis.caption() + ", and nothing is concluded from them: "
                        + unfit.why() + ".");
            }
        }
        words.add("On the front of " + axes + ": " + Phrases.list(in(spots, "front")) + ".");
        for (Document.Spot spot : spots) {
            switch (spot.state()) {
                case "dominated" ->
                    words.add(spot.arm() + " is dominated by " + Phrases.list(spot.by())
                            + ": no better in any of these by its value, and shown to be worse in at least one.");
                case "behind" ->
                    words.add(spot.arm() + " is behind " + Phrases.list(spot.by())
                            + " by the values, but in none of these was the difference shown.");
                default -> {}
            }
        }
        return words;
    }

    private static List<String> in(List<Document.Spot> spots, String state) {
        return spots.stream()
                .filter(spot -> spot.state().equals(state))
                .map(Document.Spot::arm)
                .toList();
    }

    private static boolean finite(Findings findings, String arm, Metric metric) {
        return standing(findings, arm, metric).isPresent();
    }

    private static Optional<RankedArm> standing(Findings findings, String arm, Metric metric) {
        return findings.by(metric)
                .flatMap(ranking -> ranking.of(arm))
                .filter(standing -> Double.isFinite(standing.value().value()));
    }
}
