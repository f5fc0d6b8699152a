package dev.gearbox.report.text;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Quality;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import dev.gearbox.report.ClaimView;
import dev.gearbox.report.ExperimentResult;
import dev.gearbox.report.Report;
import dev.gearbox.report.document.Answer;
import dev.gearbox.report.document.CapacityNotes;
import dev.gearbox.report.document.Excluded;
import dev.gearbox.report.document.JobNotes;
import dev.gearbox.report.document.MethodNotes;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Phrases;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Results as tables for a terminal or a pipe: each arm relative to the baseline with its interval drawn, then the figures themselves, then the
 * quality of the run. Pure text, lines end with a line feed.
 */
public final class TerminalReport {
    /** Columns of the second table; if it is narrow, the last ones are omitted first. */
    private static final Map<Metric, String> VALUES = values();

    /** The number of arms that were not warm that are listed. */
    private static final int NAMED = 2;

    private static final String INDENT = "      ";
    private static final int WIDEST_PLOT = 32;
    private static final int NARROWEST_PLOT = 12;

    private TerminalReport() {}

    /**
     * The format.
     *
     * @param width columns, at least 40; a pipe has plenty
     * @param bold whether headings are printed bold, by an escape sequence
     * @param ascii whether only ASCII may be printed; other characters of a label become "?"
     */
    public record Style(int width, boolean bold, boolean ascii) {
        /** Checks the width. */
        public Style {
            if (width < 40) {
                throw new IllegalArgumentException("a table needs 40 columns at least, not " + width);
            }
        }
    }

    /** The whole report. */
    public static String of(Report report, Style style) {
        List<String> lines = new ArrayList<>();
        for (ExperimentResult result : report.results()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            result(result, style, lines);
        }
        OverviewLines.add(report, style, lines);
        if (!report.claims().isEmpty()) {
            lines.add("");
            claims(report.claims(), style, lines);
        }
        report.notes().forEach(note -> prose(clean(note), style, lines));
        return text(lines, style);
    }

    /** Returns only what is about several cells of a report, its heat maps, tables and sections; empty if it has none. */
    public static String maps(Report report, Style style) {
        List<String> lines = new ArrayList<>();
        OverviewLines.add(report, style, lines);
        return lines.isEmpty() ? "" : text(lines, style);
    }

    static String text(List<String> lines, Style style) {
        String text = String.join("\n", lines) + "\n";
        return style.ascii() ? ascii(text) : text;
    }

    private static void result(ExperimentResult result, Style style, List<String> lines) {
        Findings findings = result.findings();
        Experiment experiment = findings.experiment();
        prose(clean(experiment.title()) + ": " + clean(Answer.of(findings)), style, lines);
        compared(findings).ifPresent(ranking -> {
            lines.add("");
            relative(findings, ranking, style, lines);
            lines.add("");
            figures(findings, ranking, style, lines);
        });
        List<String> missing = Excluded.missing(result.evidence(), findings);
        if (!missing.isEmpty()) {
            prose("No figures: " + clean(Phrases.list(missing)) + ".", style, lines);
        }
        CapacityNotes.of(result.evidence(), findings).forEach(line -> prose(clean(line), style, lines));
        JobNotes.parts(result.evidence()).forEach(part -> prose(clean(part), style, lines));
        JobNotes.calls(result.evidence()).forEach(line -> prose(clean(line), style, lines));
        JobNotes.fixtures(result.evidence()).forEach(note -> prose(clean(note), style, lines));
        prose(quality(findings), style, lines);
        findings.quality().failures().forEach(failure -> prose("Failed: " + clean(failure), style, lines));
        first("Not warm: ", findings.quality().notWarm(), style, lines);
        first("", findings.quality().notes(), style, lines);
        prose(clean(MethodNotes.caption(findings)) + ".", style, lines);
    }

    /** In a quick run of many arms there may be a sentence for most of them: the HTML report lists all. */
    private static void first(String head, List<String> sentences, Style style, List<String> lines) {
        sentences.stream().limit(NAMED).forEach(sentence -> prose(head + clean(sentence), style, lines));
        if (sentences.size() > NAMED) {
            prose(head + (sentences.size() - NAMED) + " more, each listed in the report", style, lines);
        }
    }

    private static Optional<Ranking> compared(Findings findings) {
        return Answer.FIRST.stream()
                .flatMap(metric -> findings.by(metric).stream())
                .findFirst()
                .or(() -> findings.rankings().values().stream().findFirst());
    }

    private static void relative(Findings findings, Ranking ranking, Style style, List<String> lines) {
        Experiment experiment = findings.experiment();
        double margin = experiment.design().margin();
        Plot plot = new Plot(ranking.standings(), style.ascii());
        List<TextColumn> columns = List.of(
                TextColumn.text("", 0),
                TextColumn.number("ratio", 0),
                TextColumn.text(Numbers.percent(experiment.design().confidence()), 2),
                TextColumn.text("", 3),
                TextColumn.text("ties", 1),
                TextColumn.text("verdict", 0));
        int rest = new TextTable(columns, rows(ranking, margin, plot, 0), TextTable.GAP).width() + TextTable.GAP;
        int room = Math.min(WIDEST_PLOT, style.width() - rest);
        boolean drawn = room >= NARROWEST_PLOT;
        TextTable grid =
                new TextTable(columns, rows(ranking, margin, plot, drawn ? room : NARROWEST_PLOT), TextTable.GAP);
        lines.add(bold(
                Phrases.capital(ranking.metric().caption()) + ", relative to " + clean(experiment.baseline()) + " ("
                        + (ranking.metric().moreIsBetter() ? "higher" : "lower") + " is better)",
                style));
        lines.addAll(grid.lines(style.width(), Map.of(2, "interval", 3, "interval plot", 4, "ties")));
    }

    private static List<List<String>> rows(Ranking ranking, double margin, Plot plot, int width) {
        return ranking.standings().stream()
                .map(standing -> List.of(
                        clean(standing.arm()),
                        Numbers.ratioValue(standing.ratio()),
                        standing.verdict() == Verdict.BASELINE ? "" : Numbers.interval(standing.ratio(), true),
                        plot.of(standing, width),
                        standing.ties(),
                        standing.verdict().words(ranking.metric(), margin)))
                .toList();
    }

    private static void figures(Findings findings, Ranking order, Style style, List<String> lines) {
        List<Metric> metrics = VALUES.keySet().stream()
                .filter(metric -> findings.by(metric).isPresent())
                .toList();
        List<TextColumn> columns = new ArrayList<>();
        Map<Integer, String> names = new LinkedHashMap<>();
        columns.add(TextColumn.text("", 0));
        for (Metric metric : metrics) {
            String title = VALUES.getOrDefault(metric, metric.caption());
            names.put(columns.size(), title);
            columns.add(TextColumn.number(title, columns.size()));
        }
        List<List<String>> rows = order.standings().stream()
                .map(standing -> {
                    List<String> row = new ArrayList<>();
                    row.add(clean(standing.arm()));
                    for (Metric metric : metrics) {
                        row.add(findings.by(metric)
                                .flatMap(ranking -> ranking.of(standing.arm()))
                                .map(RankedArm::value)
                                .map(value -> Numbers.plain(value.value()))
                                .orElse(Numbers.UNKNOWN));
                    }
                    return row;
                })
                .toList();
        lines.addAll(new TextTable(columns, rows, TextTable.GAP).lines(style.width(), names));
    }

    /** "Dropped: 2 of 60 blocks (another process used 0.3 core). Generator busy 41 %, late by 38 µs (p99)." */
    static String quality(Findings findings) {
        Quality quality = findings.quality();
        StringBuilder line = new StringBuilder("Dropped: ")
                .append(quality.blocks() - quality.kept())
                .append(" of ")
                .append(Numbers.count(quality.blocks(), "block"));
        if (!quality.dropped().isEmpty()) {
            List<String> causes = new ArrayList<>();
            quality.dropped().forEach((cause, blocks) -> causes.add(clean(cause) + ": " + blocks));
            line.append(" (").append(String.join("; ", causes)).append(')');
        }
        boolean job = findings.experiment().loop().equals(Experiment.JOB);
        line.append(". ");
        if (!job || !findings.experiment().protocol().equals(Experiment.NO_ORIGIN)) {
            line.append(job ? "Origin busy " : "Generator busy ")
                    .append(Numbers.percent(quality.work()))
                    .append(" at most, late by ")
                    .append(Numbers.plain(quality.lagP99Micros()))
                    .append(" µs (p99). ");
        }
        Optional<RankedArm> sentinel = quality.sentinel();
        if (sentinel.isPresent()) {
            line.append("A/A copy of ")
                    .append(clean(findings.experiment().baseline()))
                    .append(": ")
                    .append(Numbers.ratio(sentinel.get().ratio()))
                    .append(", ")
                    .append(sentinel.get()
                            .verdict()
                            .words(Metric.CPU, findings.experiment().design().margin()));
        } else {
            line.append("No A/A copy");
        }
        return line.append('.').toString();
    }

    private static void claims(List<ClaimView> claims, Style style, List<String> lines) {
        lines.add(bold("Claims", style));
        for (ClaimView claim : claims) {
            lines.add(bold(clean(claim.id() + "  " + claim.placedVerdict()), style));
            prose(INDENT + clean(claim.statement()), style, lines);
            prose(INDENT + "their method: " + clean(claim.theirs()), style, lines);
            claim.parts().forEach(part -> prose(INDENT + clean(part.name() + ": " + part.words()), style, lines));
            if (!claim.note().isEmpty()) {
                prose(INDENT + clean(claim.note()), style, lines);
            }
        }
    }

    /** Breaks a sentence into lines that fit, each indented like the first. */
    static void prose(String text, Style style, List<String> lines) {
        String indent = text.substring(0, text.length() - text.stripLeading().length());
        StringBuilder line = new StringBuilder(indent);
        for (String word : text.strip().split(" +", -1)) {
            if (line.length() > indent.length()
                    && line.codePointCount(0, line.length()) + 1 + word.codePointCount(0, word.length())
                            > style.width()) {
                lines.add(line.toString());
                line.setLength(indent.length());
            }
            line.append(line.length() > indent.length() ? " " : "").append(word);
        }
        lines.add(line.toString());
    }

    static String bold(String text, Style style) {
        return style.bold() ? "\u001b[1m" + text + "\u001b[0m" : text;
    }

    /** Removes control characters: a label must not be able to move the cursor. */
    static String clean(String text) {
        return text.replaceAll("\\p{Cntrl}", "?");
    }

    private static String ascii(String text) {
        return text.replace("µs", "us").replaceAll("[^\\x00-\\x7f]", "?");
    }

    private static Map<Metric, String> values() {
        Map<Metric, String> titles = new LinkedHashMap<>();
        titles.put(Metric.ELAPSED, "ms");
        titles.put(Metric.CPU, "CPU µs/req");
        titles.put(Metric.P50, "p50 µs");
        titles.put(Metric.P99, "p99 µs");
        titles.put(Metric.CAPACITY, "max req/s");
        titles.put(Metric.RATE, "req/s");
        titles.put(Metric.GAP, "gap ms");
        titles.put(Metric.COMPLETED, "done %");
        titles.put(Metric.STRETCH, "stretch");
        titles.put(Metric.SWITCHES, "switches/req");
        titles.put(Metric.ALLOCATED, "B/req");
        titles.put(Metric.READ_BYTES, "read B/req");
        titles.put(Metric.PAGE_FAULTS, "faults/req");
        titles.put(Metric.DISK, "disk B/req");
        titles.put(Metric.SYSTEM_CALLS, "syscalls/req");
        titles.put(Metric.RESIDENT, "MiB");
        titles.put(Metric.THREADS, "threads");
        titles.put(Metric.IDLE_RESIDENT, "resident B");
        titles.put(Metric.IDLE_HEAP, "heap B");
        titles.put(Metric.IDLE_DIRECT, "direct B");
        titles.put(Metric.IDLE_STACKS, "stacks B");
        titles.put(Metric.IDLE_SOCKETS, "sockets B");
        titles.put(Metric.IDLE_KERNEL, "kernel B");
        return titles;
    }
}
