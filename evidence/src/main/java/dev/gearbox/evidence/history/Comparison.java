package dev.gearbox.evidence.history;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Effect;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.RecoveredEstimate;
import dev.gearbox.evidence.analysis.Significance;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.stats.Holm;
import dev.gearbox.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Compares two results, before and after, arm by arm. Unpaired, since they were measured at different times: Welch's t over the values of forks, on the
 * logarithmic scale. Two arms of one result are compared by {@link Analysis#of(Evidence, String)}, which pairs them.
 *
 * @param before the first result
 * @param after the second result; verdicts are about it
 * @param allowed differences between the two that the caller chose to ignore
 * @param rows by metric and arm, in the order of the metrics and of the first result's arms
 * @param onlyBefore arms that only the first has
 * @param onlyAfter arms that only the second has
 * @param invalid why no conclusion is possible; empty if the comparison is valid
 */
public record Comparison(
        Findings before,
        Findings after,
        List<Comparability.Difference> allowed,
        List<Row> rows,
        List<String> onlyBefore,
        List<String> onlyAfter,
        Optional<String> invalid) {
    /** Copies the lists. */
    public Comparison {
        allowed = List.copyOf(allowed);
        rows = List.copyOf(rows);
        onlyBefore = List.copyOf(onlyBefore);
        onlyAfter = List.copyOf(onlyAfter);
    }

    /**
     * One arm by one metric.
     *
     * @param metric the metric
     * @param arm the label
     * @param before the value in the first result
     * @param after the value in the second
     * @param ratio after to before; NaN if one of them is zero
     * @param p two-sided p of no difference
     * @param adjusted the same, adjusted for the arms of this metric (Holm)
     * @param verdict about {@code after}
     */
    public record Row(
            Metric metric,
            String arm,
            Figure before,
            Figure after,
            Figure ratio,
            double p,
            double adjusted,
            Verdict verdict) {}

    /**
     * Compares two results.
     *
     * @param despite keys of differences to ignore, see {@link Comparability}
     * @throws EvidenceException if they were not measured under the same conditions, or have no arm in common
     */
    public static Comparison of(Evidence before, Evidence after, Set<String> despite) {
        Comparability.require(before.experiment(), after.experiment(), despite);
        Findings first = Analysis.of(before);
        Findings second = Analysis.of(after);
        List<String> common = new ArrayList<>(labels(first));
        common.retainAll(labels(second));
        if (common.isEmpty()) {
            throw new EvidenceException("these two have no arm in common: " + String.join(", ", labels(first)) + "; "
                    + String.join(", ", labels(second)));
        }
        List<Row> rows = new ArrayList<>();
        for (Metric metric : Metric.values()) {
            rows.addAll(rows(metric, common, first, second));
        }
        return new Comparison(
                first,
                second,
                Comparability.differences(before.experiment(), after.experiment()),
                rows,
                without(labels(first), common),
                without(labels(second), common),
                invalid(first, second));
    }

    /** Returns the rows of a metric. */
    public List<Row> by(Metric metric) {
        return rows.stream().filter(row -> row.metric() == metric).toList();
    }

    private static List<Row> rows(Metric metric, List<String> arms, Findings first, Findings second) {
        Design design = second.experiment().design();
        // The design with more looks has the stricter threshold.
        double alpha = Math.min(threshold(first), threshold(second));
        double both = Math.min(equivalence(first), equivalence(second));
        List<Side> sides = new ArrayList<>();
        for (String arm : arms) {
            Optional<Ranking.RankedArm> before = first.by(metric).flatMap(ranking -> ranking.of(arm));
            Optional<Ranking.RankedArm> after = second.by(metric).flatMap(ranking -> ranking.of(arm));
            if (before.isPresent() && after.isPresent()) {
                sides.add(Side.of(first, second, before.get(), after.get()));
            }
        }
        double[] adjusted = Holm.adjust(
                sides.stream().mapToDouble(side -> side.change().p()).toArray());
        List<Row> rows = new ArrayList<>();
        for (int i = 0; i < sides.size(); i++) {
            Side side = sides.get(i);
            Verdict verdict = side.fit()
                    ? Verdict.of(
                            metric,
                            side.change()
                                    .finding(
                                            adjusted[i],
                                            side.logarithmic() ? Math.log1p(design.margin()) : 0,
                                            alpha,
                                            both))
                    : Verdict.INVALID;
            rows.add(new Row(
                    metric,
                    side.after().arm(),
                    side.before().value(),
                    side.after().value(),
                    side.ratio(design.confidence()),
                    side.change().p(),
                    adjusted[i],
                    verdict));
        }
        return rows;
    }

    /** The inputs of the comparison for one arm. */
    private record Side(Ranking.RankedArm before, Ranking.RankedArm after, Unpaired change, boolean logarithmic) {
        static Side of(Findings first, Findings second, Ranking.RankedArm before, Ranking.RankedArm after) {
            Effect early = RecoveredEstimate.of(
                    before.value(), first.experiment().design().confidence());
            Effect late = RecoveredEstimate.of(
                    after.value(), second.experiment().design().confidence());
            boolean logarithmic = early.logarithmic() && late.logarithmic();
            if (!logarithmic) {
                early = RecoveredEstimate.linear(
                        before.value(), first.experiment().design().confidence());
                late = RecoveredEstimate.linear(
                        after.value(), second.experiment().design().confidence());
            }
            return new Side(before, after, Unpaired.of(late.estimate(), early.estimate()), logarithmic);
        }

        boolean fit() {
            return before.verdict() != Verdict.INVALID && after.verdict() != Verdict.INVALID;
        }

        Figure ratio(double confidence) {
            if (!logarithmic) {
                return new Figure(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, change.forks());
            }
            Interval interval = change.interval(confidence);
            return change.forks() < 2
                    ? new Figure(Math.exp(change.mean()), interval.low(), interval.high(), change.forks())
                    : new Figure(
                            Math.exp(change.mean()),
                            Math.exp(interval.low()),
                            Math.exp(interval.high()),
                            change.forks());
        }
    }

    private static double threshold(Findings findings) {
        return Significance.of(
                findings.experiment().design(),
                findings.quality().forks() + findings.quality().forksDropped());
    }

    private static double equivalence(Findings findings) {
        return Significance.equivalence(
                findings.experiment().design(),
                findings.quality().forks() + findings.quality().forksDropped());
    }

    private static Optional<String> invalid(Findings first, Findings second) {
        String before = first.quality().invalid();
        String after = second.quality().invalid();
        if (before != null) {
            return Optional.of("the first is invalid: " + before);
        }
        return after == null ? Optional.empty() : Optional.of("the second is invalid: " + after);
    }

    private static List<String> labels(Findings findings) {
        return findings.experiment().contenders().stream().map(Arm::label).toList();
    }

    private static List<String> without(List<String> labels, List<String> common) {
        return labels.stream().filter(label -> !common.contains(label)).toList();
    }
}
