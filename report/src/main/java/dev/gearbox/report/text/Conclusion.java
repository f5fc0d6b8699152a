package dev.gearbox.report.text;

import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.ForksNeeded;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.document.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The last sentence of a run: the answer, where there is one question, how many comparisons with the baseline are decided by the first metric that each
 * experiment has, and what would decide the others.
 */
public final class Conclusion {
    /** What is suggested where one fork has no interval: the forks of a quick run. */
    private static final int USUAL = 5;

    /** For each comparison that more forks would probably decide, how many. */
    private final List<Integer> forks = new ArrayList<>();

    private int all;
    private int decided;
    private int byQuiet;
    private int byCores;
    private int byControl;

    private Conclusion() {}

    /** Returns the sentence on the results of one run. */
    public static String of(List<Findings> results) {
        String decided = decided(results);
        if (results.size() != 1) {
            return decided;
        }
        Findings only = results.getFirst();
        String answer = Answer.of(only).replaceAll("\\.$", "");
        return only.experiment().title() + ": " + answer + ". " + decided;
    }

    /** Returns the sentence without an answer: how many comparisons are decided, and what would decide the others. */
    static String decided(List<Findings> results) {
        Conclusion conclusion = new Conclusion();
        results.forEach(conclusion::add);
        return conclusion.words() + ".";
    }

    private void add(Findings findings) {
        if (!findings.quality().valid()) {
            int comparisons = findings.experiment().contenders().size() - 1;
            all += comparisons;
            byQuiet += comparisons;
            return;
        }
        Optional<Ranking> first = Answer.FIRST.stream()
                .flatMap(metric -> findings.by(metric).stream())
                .findFirst();
        if (first.isEmpty()) {
            return;
        }
        Ranking ranking = first.get();
        List<Ranking.RankedArm> compared = ranking.standings().stream()
                .filter(arm -> !arm.arm().equals(findings.experiment().baseline()))
                .toList();
        all += compared.size();
        Findings.Unfit unfit = findings.unfit().get(ranking.metric());
        if (unfit == null) {
            compared.forEach(arm -> add(arm, findings));
            return;
        }
        switch (unfit.lack()) {
            case GENERATOR, CORES, OWN_CORE -> byCores += compared.size();
            case QUIET -> byQuiet += compared.size();
            case CONTROL -> byControl += compared.size();
        }
    }

    private void add(Ranking.RankedArm arm, Findings findings) {
        if (arm.verdict() == Verdict.INVALID) {
            // Above its capacity no measurement decides it.
            boolean exceeded = findings.experiment().arms().stream()
                    .anyMatch(
                            of -> of.label().equals(arm.arm()) && of.exceeded().isPresent());
            byQuiet += exceeded ? 0 : 1;
            return;
        }
        if (arm.verdict() != Verdict.INCONCLUSIVE) {
            decided++;
            return;
        }
        OptionalInt needed = arm.ratio().forks() < 2
                ? OptionalInt.of(USUAL)
                : ForksNeeded.of(arm, findings.experiment().design());
        needed.ifPresent(forks::add);
    }

    private String words() {
        if (all == 0) {
            return "Nothing was compared: that takes a second subject (--engine)";
        }
        List<String> would = new ArrayList<>();
        if (!forks.isEmpty()) {
            would.add(byForks());
        }
        if (byQuiet > 0) {
            would.add("a quieter machine would decide " + byQuiet + " (--again)");
        }
        if (byCores > 0) {
            would.add("more cores for the generator would decide " + byCores);
        }
        if (byControl > 0) {
            would.add("for " + byControl + " an A/A of the placement is missing (gearbox check --cores)");
        }
        int hopeless = all - decided - forks.size() - byQuiet - byCores - byControl;
        if (hopeless > 0) {
            would.add("for " + hopeless + " no reasonable number of forks would");
        }
        String share = decided == all
                ? all == 1 ? "The comparison is decided" : "All " + all + " comparisons are decided"
                : decided + " of " + all + (all == 1 ? " comparison is" : " comparisons are") + " decided";
        return Stream.concat(Stream.of(share), would.stream())
                .reduce((left, right) -> left + "; " + right)
                .orElseThrow();
    }

    /** How many forks decide them all, and how many half of them where that takes less than half as many. */
    private String byForks() {
        List<Integer> sorted = forks.stream().sorted().toList();
        int most = sorted.getLast();
        int median = sorted.get((sorted.size() - 1) / 2);
        boolean half = 2 * median <= most;
        int first = half ? median : most;
        long by = sorted.stream().filter(number -> number <= first).count();
        return "about " + first + " forks would probably decide " + (by == 1 ? "one" : by)
                + (decided == 0 ? "" : " more") + " (--forks " + first + ")"
                + (half ? ", about " + most + " all " + sorted.size() : "");
    }
}
