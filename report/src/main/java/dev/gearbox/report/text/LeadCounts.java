package dev.gearbox.report.text;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.report.document.Answer;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Phrases;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How often each arm is in the lead: first, or not shown to be behind the first, in the tables in which a difference was shown. A table counts by the
 * first metric that it has, and arms that are references do not count. Unlike {@link ChoiceSentence}, which is for the same arms in all tables, it sums up
 * tables with different arms.
 */
final class LeadCounts {
    private static final int NAMED = 6;

    private final Map<String, Count> counts = new LinkedHashMap<>();
    private int tables;
    private int decided;

    private LeadCounts() {}

    /** In how many tables an arm is, and in how many of them it leads. */
    private record Count(int leads, int tables) {
        Count plus(boolean leads) {
            return new Count(this.leads + (leads ? 1 : 0), tables + 1);
        }
    }

    /** Returns the counts as sentences that answer which arm is best. */
    static String of(List<Findings> results) {
        LeadCounts counts = new LeadCounts();
        results.stream().filter(findings -> findings.quality().valid()).forEach(counts::add);
        return counts.words();
    }

    private void add(Findings findings) {
        Optional<Ranking> first = Answer.FIRST.stream()
                .flatMap(metric -> findings.by(metric).stream())
                .findFirst();
        if (first.isEmpty() || findings.unfit().containsKey(first.get().metric())) {
            return;
        }
        List<RankedArm> choices = Answer.choices(findings, first.get());
        if (choices.size() < 2) {
            return;
        }
        tables++;
        List<RankedArm> leading = Answer.leading(findings, first.get());
        if (leading.size() == choices.size()) {
            return;
        }
        decided++;
        choices.forEach(arm -> counts.merge(
                arm.arm(), new Count(0, 0).plus(leading.contains(arm)), (old, _) -> old.plus(leading.contains(arm))));
    }

    private String words() {
        if (tables == 0) {
            return "There is no valid comparison yet.";
        }
        if (decided == 0) {
            return "No difference was shown in " + (tables == 1 ? "the one table." : "any of " + tables + " tables.");
        }
        List<Map.Entry<String, Count>> leaders = counts.entrySet().stream()
                .filter(count -> count.getValue().leads() > 0)
                .sorted(Comparator.comparingInt((Map.Entry<String, Count> count) ->
                                -count.getValue().leads())
                        .thenComparingInt(count -> count.getValue().tables()))
                .toList();
        int most = leaders.getFirst().getValue().leads();
        List<String> first = leaders.stream()
                .filter(leader -> leader.getValue().leads() == most)
                .map(Map.Entry::getKey)
                .toList();
        List<String> counted = leaders.stream()
                .map(leader -> leader.getKey() + " in " + leader.getValue().leads() + " of its "
                        + leader.getValue().tables())
                .toList();
        int without = tables - decided;
        return (2 * most > decided ? "Mostly " + Phrases.some(first, NAMED) : "That depends on the load")
                + ". First, or not shown to be behind the first, in tables with a difference: "
                + Phrases.some(counted, NAMED) + "."
                + (without == 0
                        ? ""
                        : " " + without + " of " + Numbers.count(tables, "table") + (without == 1 ? " shows" : " show")
                                + " none.");
    }
}
