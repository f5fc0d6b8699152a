package dev.gearbox.report.text;

import static dev.gearbox.report.text.TerminalReport.bold;
import static dev.gearbox.report.text.TerminalReport.clean;
import static dev.gearbox.report.text.TerminalReport.prose;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.document.Answer;
import dev.gearbox.report.document.Excluded;
import dev.gearbox.report.document.MethodNotes;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Phrases;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of the tour: the answer in words, which names the engines within the margin of the cheapest, then a table whose rows share a letter unless they
 * were shown to differ in processor time per request, then what would tell the leading ones apart. Nothing else is ranked: the times are those of JVMs that
 * are hardly warm.
 */
public final class TourText {
    private TourText() {}

    /**
     * Returns the text; its first line begins with the question and its answer.
     *
     * @param question that the tour answers
     */
    public static String of(String question, ExperimentResult result, TerminalReport.Style style) {
        Findings findings = result.findings();
        Optional<Ranking> costs = findings.by(Metric.CPU).filter(ranking -> usable(findings));
        List<String> lines = new ArrayList<>();
        prose(
                clean(question + " "
                        + costs.map(ranking -> Phrases.capital(Answer.beside(findings)) + answer(findings, ranking))
                                .orElseGet(() -> Phrases.capital(Answer.of(findings)))),
                style,
                lines);
        lines.add("");
        lines.add(bold(clean(findings.experiment().title()), style));
        prose(clean(findings.experiment().summary()), style, lines);
        findings.by(Metric.CPU).ifPresent(ranking -> table(findings, ranking, style, lines));
        List<String> missing = Excluded.missing(result.evidence(), findings);
        if (!missing.isEmpty()) {
            prose("No figures: " + clean(Phrases.list(missing)) + ".", style, lines);
        }
        prose(TerminalReport.quality(findings), style, lines);
        findings.quality().failures().forEach(failure -> prose("Failed: " + clean(failure), style, lines));
        prose(clean(MethodNotes.caption(findings)) + ".", style, lines);
        lines.add("");
        prose(
                clean(costs.map(ranking -> next(findings, ranking))
                        .orElse("What would decide it: a quieter machine, then gearbox run --again")),
                style,
                lines);
        return TerminalReport.text(lines, style);
    }

    private static boolean usable(Findings findings) {
        return findings.quality().valid() && !findings.unfit().containsKey(Metric.CPU);
    }

    /** "epoll, uring and selector, none of which was shown to cost over 10 % more than epoll; mina costs most, 1.90 [1.80, 2.00] times as much as selector." */
    private static String answer(Findings findings, Ranking ranking) {
        List<RankedArm> choices = Answer.choices(findings, ranking);
        List<String> names = choices.stream()
                .map(RankedArm::arm)
                .filter(ranking.near()::contains)
                .toList();
        String margin = Numbers.percent(findings.experiment().design().margin());
        if (names.size() == choices.size()) {
            return "No engine was shown to cost over " + margin + " more than " + names.getFirst()
                    + ", the cheapest here: " + Phrases.list(names) + "; " + detectable(ranking) + ".";
        }
        String first = names.size() == 1
                ? names.getFirst()
                : Phrases.list(names) + ", none of which was shown to cost over " + margin + " more than "
                        + names.getFirst();
        RankedArm last = ranking.standings().getLast();
        String most = last.verdict() == Verdict.WORSE
                ? "; " + last.arm() + " costs most, " + Numbers.ratio(last.ratio()) + " times as much as "
                        + findings.experiment().baseline()
                : "";
        return first + most + ".";
    }

    private static String detectable(Ranking ranking) {
        return Double.isFinite(ranking.detectable())
                ? "a single comparison shows differences from about " + Numbers.percent(ranking.detectable())
                : "one fork has no interval";
    }

    private static void table(Findings findings, Ranking costs, TerminalReport.Style style, List<String> lines) {
        List<TextColumn> columns = List.of(
                TextColumn.text("group", 0),
                TextColumn.text("engine", 0),
                TextColumn.number("CPU µs/req", 0),
                TextColumn.text("95 %", 0),
                TextColumn.number("p50 µs", 3),
                TextColumn.number("p99 µs", 4),
                TextColumn.number("threads", 1),
                TextColumn.number("MiB", 2));
        List<List<String>> rows = costs.standings().stream()
                .map(arm -> List.of(
                        arm.ties(),
                        clean(arm.arm()),
                        value(arm),
                        Numbers.interval(arm.value(), false),
                        other(findings, Metric.P50, arm),
                        other(findings, Metric.P99, arm),
                        other(findings, Metric.THREADS, arm),
                        other(findings, Metric.RESIDENT, arm)))
                .toList();
        List<String> text = new TextTable(columns, rows, TextTable.GAP).lines(style.width(), Map.of());
        lines.add(bold(text.getFirst(), style));
        lines.addAll(text.subList(1, text.size()));
        prose(
                usable(findings)
                        ? "Rows that share a letter cannot be distinguished by CPU per request: rows are compared within each fork, so two rows can"
                                + " differ although their intervals overlap. " + Phrases.capital(detectable(costs))
                                + ". Times are those of JVMs that are hardly warm, and are not ranked."
                        : "Not ranked: nothing may be concluded from this run.",
                style,
                lines);
    }

    /** The value, with as many decimals as its interval. */
    private static String value(RankedArm arm) {
        return Numbers.figure(arm.value()).split(" ", 2)[0];
    }

    private static String other(Findings findings, Metric metric, RankedArm arm) {
        return findings.by(metric)
                .flatMap(ranking -> ranking.of(arm.arm()))
                .map(figure -> Numbers.plain(figure.value().value()))
                .orElse(Numbers.UNKNOWN);
    }

    private static String next(Findings findings, Ranking ranking) {
        Experiment experiment = findings.experiment();
        List<RankedArm> top = Answer.leading(findings, ranking);
        return top.size() == 1
                ? "To measure it again with warm JVMs: gearbox run " + experiment.study() + " --workload "
                        + experiment.workload() + " --quick"
                : "What would tell the first two apart: gearbox compare " + word(top.get(0)) + " " + word(top.get(1))
                        + " --until-decided";
    }

    /** A shell would take a question mark for a pattern. */
    private static String word(RankedArm arm) {
        return arm.arm().matches("[\\w.:=-]+") ? arm.arm() : "'" + arm.arm() + "'";
    }
}
