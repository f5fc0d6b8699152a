package dev.gearbox.report.text;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.report.document.Answer;
import dev.gearbox.report.document.Phrases;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Answers the question of a study from several results: which arms lead, or share the lead, in every table in which a difference between them was
 * shown. It never names an arm that was shown to be behind in one of them as the answer, and it says if nothing was shown.
 */
public final class ChoiceSentence {
    private final Set<String> arms = new LinkedHashSet<>();
    private final Set<String> behind = new LinkedHashSet<>();
    private final List<DecidedTable> decided = new ArrayList<>();
    private int undecided;

    /** A table in which not all arms share the lead. */
    private record DecidedTable(String name, List<String> leaders) {}

    private ChoiceSentence() {}

    /**
     * Returns the sentence.
     *
     * @param by the metrics that count
     */
    public static String of(List<Findings> results, List<Metric> by) {
        ChoiceSentence sentence = new ChoiceSentence();
        for (Metric metric : by) {
            results.stream()
                    .filter(findings ->
                            findings.quality().valid() && !findings.unfit().containsKey(metric))
                    .forEach(findings -> findings.by(metric).ifPresent(ranking -> sentence.add(findings, ranking)));
        }
        return sentence.words(by);
    }

    private void add(Findings findings, Ranking ranking) {
        List<RankedArm> candidates = Answer.choices(findings, ranking);
        if (candidates.size() < 2) {
            return;
        }
        List<String> leaders =
                Answer.leading(findings, ranking).stream().map(RankedArm::arm).toList();
        candidates.forEach(standing -> arms.add(standing.arm()));
        if (leaders.size() == candidates.size()) {
            undecided++;
            return;
        }
        candidates.stream()
                .map(RankedArm::arm)
                .filter(arm -> !leaders.contains(arm))
                .forEach(behind::add);
        decided.add(new DecidedTable(
                ranking.metric().caption() + " (" + findings.experiment().title() + ")", leaders));
    }

    private String words(List<Metric> by) {
        if (arms.isEmpty()) {
            return "This run has no valid comparison of them by "
                    + Phrases.list(by.stream().map(Metric::caption).toList())
                    + ", so it gives no reason to prefer one.";
        }
        if (decided.isEmpty()) {
            return "No difference between them was shown, so this run gives no reason to prefer one.";
        }
        List<String> ahead = arms.stream().filter(arm -> !behind.contains(arm)).toList();
        String tables = decided.size() + " tables in which a difference was shown";
        String rest =
                undecided == 0 ? "" : " " + undecided + (undecided == 1 ? " other shows" : " others show") + " none.";
        String each = decided.stream()
                .map(table -> table.name() + ": " + Phrases.list(table.leaders()))
                .collect(Collectors.joining("; "));
        if (ahead.isEmpty()) {
            return "None leads in each of the " + tables + ". In the lead: " + each + "." + rest;
        }
        return Phrases.list(ahead) + (ahead.size() == 1 ? " is" : " are") + " not behind in "
                + (decided.size() == 1 ? "the one table in which a difference was shown" : "any of the " + tables)
                + ". In the lead: " + each + "." + rest;
    }
}
