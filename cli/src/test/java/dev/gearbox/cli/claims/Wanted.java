package dev.gearbox.cli.claims;

import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Reach;
import dev.gearbox.lab.ClaimReach;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Figures that a claim asks for or excludes, clearly outside of the margins and within what the parameters of the loads allow. Chosen on the logarithmic
 * scale, where a comparison is a distance.
 */
final class Wanted {
    /** Figures that no parameter limits are within a factor of this from the usual one. */
    private static final double FAR = Math.log(1e4);

    private static final double INFINITE = Double.POSITIVE_INFINITY;

    /** Where a bound has to be kept or a direction shown, the difference is no larger than this without need. */
    private static final double NEAR = Math.log(2);

    /** What the logarithm of left against right is to be. */
    private record Distance(double low, double high) {}

    private final Claim claim;
    private final ClaimReach reach;
    private final List<MadeClaim.Key> keys;

    Wanted(Claim claim, ClaimReach reach) {
        this.claim = claim;
        this.reach = reach;
        keys = claim.parts().stream()
                .flatMap(part -> part.sides().map(side -> MadeClaim.Key.of(side, part.measure())))
                .distinct()
                .toList();
    }

    /** Returns figures by which these parts hold together; empty if the loads exclude it, or the parts each other. */
    Optional<Map<MadeClaim.Key, Double>> holding(List<Claim.Part> parts) {
        LogDistances distances = possible();
        parts.forEach(part -> require(distances, part, holding(part)));
        return solved(distances);
    }

    /** Returns figures by which a part is refuted; empty if the loads exclude it. */
    Optional<Map<MadeClaim.Key, Double>> refuting(Claim.Part part) {
        for (Distance distance : refuting(part, Math.log1p(part.margin()))) {
            LogDistances distances = possible();
            require(distances, part, distance);
            Optional<Map<MadeClaim.Key, Double>> figures = solved(distances);
            if (figures.isPresent()) {
                return figures;
            }
        }
        return Optional.empty();
    }

    private static Distance holding(Claim.Part part) {
        double margin = Math.log1p(part.margin());
        double size =
                part.size().map(its -> Math.log(its.ratio() / part.number())).orElse(Double.NaN);
        boolean sized = !Double.isNaN(size);
        return switch (part.expect()) {
            case LEFT_LOWER ->
                sized
                        ? new Distance(size - margin / 2, Math.min(size + margin / 2, -1.2 * margin))
                        : new Distance(-NEAR - 1.5 * margin, -1.5 * margin);
            case LEFT_HIGHER ->
                sized
                        ? new Distance(Math.max(size - margin / 2, 1.2 * margin), size + margin / 2)
                        : new Distance(1.5 * margin, NEAR + 1.5 * margin);
            case EQUAL -> new Distance(-margin / 4, margin / 4);
            case AT_LEAST -> new Distance(-margin / 2, NEAR);
            case AT_MOST -> new Distance(-NEAR, margin / 2);
        };
    }

    /** Returns the ways in which a part can fail, the plainest first. */
    private static List<Distance> refuting(Claim.Part part, double margin) {
        Distance lower = new Distance(-INFINITE, -1.5 * margin);
        Distance higher = new Distance(1.5 * margin, INFINITE);
        return switch (part.expect()) {
            case LEFT_LOWER -> List.of(higher);
            case LEFT_HIGHER -> List.of(lower);
            case EQUAL -> List.of(higher, lower);
            case AT_LEAST -> List.of(lower);
            case AT_MOST -> List.of(higher);
        };
    }

    private void require(LogDistances distances, Claim.Part part, Distance wanted) {
        int left = 1 + keys.indexOf(MadeClaim.Key.of(part.left(), part.measure()));
        int right = part.right()
                .map(side -> 1 + keys.indexOf(MadeClaim.Key.of(side, part.measure())))
                .orElse(LogDistances.ORIGIN);
        double shift = Math.log(part.number());
        distances.require(left, right, wanted.low() + shift, wanted.high() + shift);
    }

    /** Returns a system in which every figure is within the reach of its arm, and not too far from the numbers that the claim names. */
    private LogDistances possible() {
        LogDistances distances = new LogDistances(keys.size());
        for (Claim.Part part : claim.parts()) {
            part.sides().forEach(side -> {
                int of = 1 + keys.indexOf(MadeClaim.Key.of(side, part.measure()));
                Reach within = part.measure() instanceof Claim.Measure.Blocked(Metric metric)
                        ? reach.of(side, metric)
                        : Reach.ANY;
                double usual = Math.log(usual(part, within));
                distances.require(
                        of,
                        LogDistances.ORIGIN,
                        Math.max(Math.log(within.least()), usual - FAR),
                        Math.min(Math.log(within.most()), usual + FAR));
            });
        }
        return distances;
    }

    private double usual(Claim.Part part, Reach within) {
        return within.least() > 0
                ? within.least()
                : Double.isFinite(within.most())
                        ? within.most()
                        : claim.parts().stream()
                                .filter(other -> other.measure().equals(part.measure())
                                        && other.right().isEmpty())
                                .mapToDouble(Claim.Part::number)
                                .findFirst()
                                .orElse(100);
    }

    private Optional<Map<MadeClaim.Key, Double>> solved(LogDistances distances) {
        return distances
                .solved()
                .map(values -> IntStream.range(0, keys.size())
                        .boxed()
                        .collect(Collectors.toMap(keys::get, i -> Math.exp(values[i + 1]))));
    }

    /** Returns the limits of the figures of a part, for messages. */
    String limits(Claim.Part part) {
        List<String> limits = new ArrayList<>();
        part.sides().forEach(side -> {
            if (part.measure() instanceof Claim.Measure.Blocked(Metric metric)) {
                Reach within = reach.of(side, metric);
                limits.add(side.arm().label() + " from " + within.least() + " to " + within.most() + " (" + within.sum()
                        + ")");
            }
        });
        return String.join(", ", limits);
    }
}
