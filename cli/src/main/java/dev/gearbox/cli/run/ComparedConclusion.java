package dev.gearbox.cli.run;

import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.evidence.history.Comparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The last sentence on two folders of results: which arms became better or worse by the metric that answers the question, and what would decide the others. */
final class ComparedConclusion {
    private static final List<Metric> FIRST = List.of(Metric.ELAPSED, Metric.CPU, Metric.IDLE_RESIDENT);

    private ComparedConclusion() {}

    static String of(List<Comparison> comparisons) {
        return words(comparisons.stream().flatMap(ComparedConclusion::rows).toList());
    }

    /** @param verdict of the later result against the earlier one */
    record ArmVerdict(String arm, Verdict verdict) {}

    private static Stream<ArmVerdict> rows(Comparison comparison) {
        return FIRST.stream().filter(metric -> !comparison.by(metric).isEmpty()).findFirst().stream()
                .flatMap(metric -> comparison.by(metric).stream())
                .map(row -> new ArmVerdict(
                        row.arm() + " (" + comparison.after().experiment().title() + ")",
                        comparison.invalid().isPresent() ? Verdict.INVALID : row.verdict()));
    }

    /** Returns the sentence on the rows of the first metric of each result. */
    static String words(List<ArmVerdict> rows) {
        Map<Verdict, List<String>> arms = new TreeMap<>();
        rows.forEach(row ->
                arms.computeIfAbsent(row.verdict(), _ -> new ArrayList<>()).add(row.arm()));
        if (arms.isEmpty()) {
            return "The two have no arm in common, so nothing was compared.";
        }
        List<String> words = new ArrayList<>();
        List<String> worse = arms.getOrDefault(Verdict.WORSE, List.of());
        List<String> better = arms.getOrDefault(Verdict.BETTER, List.of());
        words.add(
                worse.isEmpty()
                        ? "None was shown to be worse than before"
                        : "Worse than before: " + String.join(", ", worse));
        if (!better.isEmpty()) {
            words.add("better: " + String.join(", ", better));
        }
        int same = arms.getOrDefault(Verdict.EQUIVALENT, List.of()).size();
        if (same > 0) {
            words.add("no difference: " + same);
        }
        int open = arms.getOrDefault(Verdict.INCONCLUSIVE, List.of()).size();
        if (open > 0) {
            words.add(open + " undecided: more forks of both (--forks) would decide them");
        }
        int invalid = arms.getOrDefault(Verdict.INVALID, List.of()).size();
        if (invalid > 0) {
            words.add(invalid + " without a verdict: a quieter machine would give one (run --again)");
        }
        return String.join("; ", words) + ".";
    }
}
