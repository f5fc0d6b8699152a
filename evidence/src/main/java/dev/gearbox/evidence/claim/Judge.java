package dev.gearbox.evidence.claim;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.FigureText;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.history.Unpaired;
import dev.gearbox.stats.Interval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Derives verdicts on claims from intervals alone. A pure function: the same claims and figures give the same verdicts.
 * <ul>
 *   <li>{@code left-lower}, {@code left-higher}: no difference, if shown to be within the margin; holds, if the whole interval lies on the claimed side;
 *       refuted, if it lies on the other side, or if a stated size is outside the interval even when widened by the margin.
 *   <li>{@code equal}: holds, if shown to be within the margin; refuted, if the whole interval is outside it.
 *   <li>{@code at-least}, {@code at-most}: holds or refuted, if the whole interval is on one side of the bound, including the margin.
 *   <li>inconclusive otherwise, and always if a run is invalid or missing.
 * </ul>
 *
 * <p>All results by which a claim is judged were measured in one placement, with at least as many cores for the subjects as the claim is about.
 *
 * <p>A comparison that the parameters of the load decide, so that no measurement could have another outcome, is {@code by arithmetic}, with the sum.
 *
 * <p>Times of an arm above the capacity that its pools give it are {@code by arithmetic}: that is no finding, and the other parts decide the claim.
 *
 * <p>The comparisons of a family share 5 %: with four of them each interval has a confidence of 98.75 % (Bonferroni), so that the verdicts hold
 * simultaneously. If a run was looked at several times, the bounds of its look are shared instead. Arms of one cell are compared in pairs, block by block;
 * arms of different cells unpaired (Welch).
 */
public final class Judge {
    private Judge() {}

    /** Returns the verdicts on claims, in their order; family sizes are counted over all of them. */
    public static List<Judgement> of(List<Claim> claims, FigureSource measured) {
        return claims.stream()
                .map(claim -> of(claim, comparisons(claims, claim.family()), measured))
                .toList();
    }

    /** Returns the verdict on one claim that forms a family by itself. */
    public static Judgement of(Claim claim, FigureSource measured) {
        return of(claim, claim.parts().size(), measured);
    }

    private static int comparisons(List<Claim> claims, String family) {
        return claims.stream()
                .filter(claim -> claim.family().equals(family))
                .mapToInt(claim -> claim.parts().size())
                .sum();
    }

    private static Judgement of(Claim claim, int comparisons, FigureSource measured) {
        FigureSource placed = measured.forClaim(claim);
        Optional<String> missing = measured.missing(claim);
        return new Judgement(
                claim,
                claim.parts().stream()
                        .map(part -> missing.isPresent()
                                ? without(part, ClaimVerdict.NOT_MEASURABLE_HERE, missing.get())
                                : of(claim, part, comparisons, measured, placed))
                        .toList(),
                missing.isPresent() ? "" : placed.placement());
    }

    /** @param placed those of all measured results that may decide the claim */
    private static Judgement.Part of(
            Claim claim, Claim.Part part, int comparisons, FigureSource measured, FigureSource placed) {
        Optional<String> missing = part.sides()
                .flatMap(side -> measured.missing(side.arm().label()).stream()
                        .map(what -> side.arm().label() + " cannot run here: " + what))
                .findFirst();
        if (missing.isPresent()) {
            return without(part, ClaimVerdict.NOT_MEASURABLE_HERE, missing.get());
        }
        String cores = claim.cores() > 1 && placed.placement().isEmpty()
                ? ", with " + claim.cores() + " cores for the subjects"
                : "";
        Optional<Foregone> foregone = foregone(part, measured);
        if (foregone.isPresent()) {
            return without(part, ClaimVerdict.BY_ARITHMETIC, foregone.get().sum());
        }
        return switch (Contrast.of(part, placed)) {
            case Contrast.Unmeasured(String why) ->
                part.arithmetic()
                        .map(sum -> without(part, ClaimVerdict.BY_ARITHMETIC, sum))
                        .orElseGet(() -> without(part, ClaimVerdict.INCONCLUSIVE, why + cores));
            case Contrast.Arithmetic(String sum) -> without(part, ClaimVerdict.BY_ARITHMETIC, sum);
            case Contrast.Impossible(String why) -> without(part, ClaimVerdict.NOT_MEASURABLE_HERE, why);
            case Contrast.Seen seen -> decide(part, seen, comparisons);
        };
    }

    private static Optional<Foregone> foregone(Claim.Part part, FigureSource measured) {
        return part.measure() instanceof Claim.Measure.Blocked(Metric metric)
                ? Foregone.of(
                        part,
                        measured.reach(part.left(), metric),
                        part.right().map(side -> measured.reach(side, metric)))
                : Optional.empty();
    }

    private static Judgement.Part without(Claim.Part part, ClaimVerdict verdict, String why) {
        Figure none = new Figure(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
        return new Judgement.Part(part, verdict, none, "", why, OptionalInt.empty());
    }

    private static Judgement.Part decide(Claim.Part part, Contrast.Seen seen, int comparisons) {
        Unpaired difference = seen.difference();
        double confidence = 1 - seen.alpha() / comparisons;
        Interval interval = difference.interval(confidence);
        Interval equivalence = difference.interval(1 - seen.both() / comparisons);
        PartVerdict decision = PartVerdict.of(part, interval, equivalence);
        OptionalInt forks = decision.verdict() == ClaimVerdict.INCONCLUSIVE
                ? PartVerdict.forks(part, difference, confidence)
                : OptionalInt.empty();
        Figure figure = seen.figure(interval);
        List<String> words = new ArrayList<>(seen.values());
        words.add((part.right().isPresent() ? "ratio " : "")
                + FigureText.figure(figure)
                + (part.right().isEmpty() && !part.measure().unit().isEmpty()
                        ? " " + part.measure().unit()
                        : ""));
        return new Judgement.Part(
                part,
                decision.verdict(),
                figure,
                String.join(", ", words),
                decision.why() + (difference.forks() < 2 ? " (one fork has no interval)" : ""),
                forks);
    }

    /** Returns the smallest threshold. */
    static double strictest(double... alphas) {
        return Arrays.stream(alphas).min().orElseThrow();
    }
}
