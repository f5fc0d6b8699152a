package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Spread;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Finding;
import dev.gearbox.stats.Holm;
import dev.gearbox.stats.TieGroups;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.BiPredicate;

/**
 * One table: every arm against the baseline, with p adjusted for the comparisons of the table, and letters for the arms
 * that were not shown to differ from each other. An arm shares a letter with the baseline unless its verdict says that they differ, so that verdict and
 * letters never contradict each other; one that is better than the baseline and one that is worse share none; among the other arms p is adjusted for all
 * pairs.
 *
 * @param baseline the label of the arm with which the others are compared
 * @param margin what counts as no difference, as a share
 * @param confidence of the intervals
 * @param significance the thresholds of each comparison
 * @param fit whether a comparison of two arms may have a verdict
 * @param spread which forks the spread of a comparison is estimated from
 */
record Rankings(
        String baseline,
        double margin,
        double confidence,
        Significance significance,
        BiPredicate<String, String> fit,
        Spread spread) {
    /** The level at which an arm is left out of those near the first, as a share of that of a difference: 0.5 % on one side for 5 % on both. */
    private static final double LEFT_OUT = 0.1;

    /**
     * Ranks the arms by one metric, best first.
     *
     * @param arms the labels of the arms that take part, in their own order
     */
    Ranking of(Samples samples, List<String> arms) {
        List<String> known = arms.stream().filter(samples.values()::containsKey).toList();
        boolean based = known.contains(baseline);
        List<String> others =
                known.stream().filter(arm -> !arm.equals(baseline)).toList();
        Contrasts pairs = Contrasts.of(samples, known, spread);
        Map<String, Effect> contrasts = new LinkedHashMap<>();
        if (based) {
            others.forEach(arm -> contrasts.put(arm, pairs.of(arm, baseline)));
        }
        double[] adjusted = Holm.adjust(contrasts.entrySet().stream()
                .mapToDouble(entry ->
                        fit.test(entry.getKey(), baseline) ? p(samples, entry.getKey(), baseline, entry.getValue()) : 1)
                .toArray());
        List<String> order = best(samples, known, contrasts);
        Map<String, Verdict> verdicts = new HashMap<>();
        contrasts.forEach((arm, contrast) -> verdicts.put(
                arm,
                fit.test(arm, baseline)
                        ? verdict(samples, arm, baseline, contrast, adjusted[others.indexOf(arm)])
                        : Verdict.INVALID));
        List<String> letters = letters(samples, pairs, order, verdicts);
        List<Ranking.RankedArm> standings = new ArrayList<>();
        for (int rank = 0; rank < order.size(); rank++) {
            String arm = order.get(rank);
            Figure value = samples.level(arm).value(confidence);
            Effect contrast = contrasts.get(arm);
            if (contrast == null) {
                standings.add(alone(arm, known, value, letters.get(rank)));
            } else {
                double p = adjusted[others.indexOf(arm)];
                standings.add(new Ranking.RankedArm(
                        arm,
                        value,
                        contrast.ratio(confidence),
                        p(samples, arm, baseline, contrast),
                        p,
                        verdicts.getOrDefault(arm, Verdict.INVALID),
                        letters.get(rank)));
            }
        }
        return new Ranking(
                samples.metric(),
                standings,
                detectable(contrasts.values().stream().toList()),
                near(samples, pairs, order));
    }

    /** Returns the standing of the baseline itself, or of any arm if the baseline has no figure. */
    private Ranking.RankedArm alone(String arm, List<String> known, Figure value, String letters) {
        boolean base = arm.equals(baseline);
        Figure ratio = base
                ? new Figure(1, 1, 1, value.forks())
                : new Figure(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, 0);
        Verdict verdict = base ? Verdict.BASELINE : Verdict.INCONCLUSIVE;
        boolean compared =
                known.stream().anyMatch(other -> (known.size() == 1 || !other.equals(arm)) && fit.test(arm, other));
        return new Ranking.RankedArm(arm, value, ratio, 1, 1, compared ? verdict : Verdict.INVALID, letters);
    }

    /** Treats two values that are close to zero as equal. */
    private static double p(Samples samples, String arm, String other, Effect contrast) {
        return nextToNothing(samples, arm, other, contrast)
                ? 1
                : contrast.estimate().p();
    }

    private static boolean nextToNothing(Samples samples, String arm, String other, Effect contrast) {
        return !contrast.logarithmic() && samples.nearlyZero(arm) && samples.nearlyZero(other);
    }

    /** Returns what was shown about {@code arm} against {@code other}. */
    Verdict verdict(Samples samples, String arm, String other, Effect contrast, double adjusted) {
        if (nextToNothing(samples, arm, other, contrast)) {
            return contrast.estimate().n() > 1 ? Verdict.EQUIVALENT : Verdict.INCONCLUSIVE;
        }
        // A margin in percent has no meaning on the linear scale, so there is no equivalence there.
        double within = contrast.logarithmic() ? Math.log1p(margin) : 0;
        return Verdict.of(
                samples.metric(),
                Finding.of(
                        contrast.estimate(),
                        adjusted,
                        within,
                        significance.difference(arm, other),
                        significance.equivalence(arm, other)));
    }

    /**
     * Sorts best first: by the ratio to the baseline if all arms have one, because the ratio cancels machine effects; otherwise by value.
     */
    private List<String> best(Samples samples, List<String> known, Map<String, Effect> contrasts) {
        boolean ratios = contrasts.size() == known.size() - 1
                && contrasts.values().stream().allMatch(contrast -> contrast.logarithmic() && contrast.known());
        Map<String, Double> place = new LinkedHashMap<>();
        for (String arm : known) {
            Effect contrast = contrasts.get(arm);
            double byRatio = contrast == null ? 0 : contrast.estimate().mean();
            place.put(
                    arm, ratios ? byRatio : samples.level(arm).value(confidence).value());
        }
        Comparator<String> lowestFirst = Comparator.comparingDouble(arm -> place.getOrDefault(arm, Double.NaN));
        return known.stream()
                .sorted(samples.metric().moreIsBetter() ? lowestFirst.reversed() : lowestFirst)
                .toList();
    }

    private static boolean differs(Verdict verdict) {
        return verdict == Verdict.BETTER || verdict == Verdict.WORSE;
    }

    private static boolean opposite(Verdict one, Verdict other) {
        return differs(one) && differs(other) && one != other;
    }

    /** @param verdicts the verdicts of the arms compared with the baseline */
    private List<String> letters(Samples samples, Contrasts pairs, List<String> order, Map<String, Verdict> verdicts) {
        List<String> others =
                order.stream().filter(arm -> !arm.equals(baseline)).toList();
        double[] p = new double[others.size() * (others.size() - 1) / 2];
        for (int first = 0; first < others.size(); first++) {
            for (int second = first + 1; second < others.size(); second++) {
                String a = others.get(first);
                String b = others.get(second);
                p[pair(first, second)] = fit.test(b, a) ? p(samples, b, a, pairs.of(b, a)) : 1;
            }
        }
        double[] adjusted = Holm.adjust(p);
        List<SortedSet<Integer>> groups = TieGroups.of(order.size(), (first, second) -> {
            String a = order.get(first);
            String b = order.get(second);
            if (a.equals(baseline) || b.equals(baseline)) {
                return differs(verdicts.getOrDefault(a.equals(baseline) ? b : a, Verdict.INCONCLUSIVE));
            }
            // One that is better than the baseline and one that is worse differ, though they may have left the race too
            // early to share many forks.
            return opposite(
                            verdicts.getOrDefault(a, Verdict.INCONCLUSIVE),
                            verdicts.getOrDefault(b, Verdict.INCONCLUSIVE))
                    || adjusted[pair(others.indexOf(a), others.indexOf(b))] < significance.difference(a, b);
        });
        return TieGroups.letters(order.size(), groups);
    }

    /**
     * Returns the first arm, and those not shown to be worse than it by more than the margin: one-sided tests, adjusted for their number. They are stricter
     * than those of a difference: to leave out a good arm is worse than to name one too many. A value that is no ratio has no margin.
     */
    private List<String> near(Samples samples, Contrasts pairs, List<String> order) {
        if (order.isEmpty()) {
            return order;
        }
        String first = order.getFirst();
        List<String> others = order.subList(1, order.size());
        double[] adjusted = Holm.adjust(others.stream()
                .mapToDouble(arm -> fit.test(arm, first) ? pWorse(samples, pairs, arm, first) : 1)
                .toArray());
        List<String> near = new ArrayList<>(List.of(first));
        for (int rank = 0; rank < adjusted.length; rank++) {
            String arm = others.get(rank);
            if (adjusted[rank] >= LEFT_OUT * significance.difference(arm, first)) {
                near.add(arm);
            }
        }
        return near;
    }

    private double pWorse(Samples samples, Contrasts pairs, String arm, String first) {
        Effect excess = samples.metric().moreIsBetter() ? pairs.of(first, arm) : pairs.of(arm, first);
        return nextToNothing(samples, arm, first, excess)
                ? 1
                : excess.estimate().pAbove(excess.logarithmic() ? Math.log1p(margin) : 0);
    }

    /** Returns the index of a pair of ranks in the flat list of all pairs. */
    private static int pair(int first, int second) {
        return second * (second - 1) / 2 + first;
    }

    /** Returns the median half-width of the contrasts, as a share. */
    private double detectable(List<Effect> contrasts) {
        double[] halves = contrasts.stream()
                .filter(Effect::logarithmic)
                .map(Effect::estimate)
                .mapToDouble((Estimate estimate) -> estimate.detectable(confidence))
                .sorted()
                .toArray();
        if (halves.length == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double middle = (halves[(halves.length - 1) / 2] + halves[halves.length / 2]) / 2;
        return Math.expm1(middle);
    }
}
