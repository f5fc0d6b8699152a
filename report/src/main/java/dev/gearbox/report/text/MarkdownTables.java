package dev.gearbox.report.text;

import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.report.document.Answer;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.HeatMaps;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The parts of a {@link Document} in Markdown, which several forms are made of. Labels are shown literally, whatever they contain. */
final class MarkdownTables {
    /** Columns besides the first metric, if they are known. */
    private static final List<String> BESIDE = Stream.concat(
                    Stream.of("p50", "p99", "capacity", "switches", "allocated", "resident"),
                    Metric.IDLE.stream().map(Metric::key))
            .toList();

    /** The same for jobs: of these the times of single units say little. */
    private static final List<String> BESIDE_ELAPSED = List.of("cpu", "gap", "switches", "allocated", "resident");

    private MarkdownTables() {}

    static void map(Document.Heat map, List<String> lines) {
        lines.add("");
        lines.add("### " + text(map.title()));
        lines.add("");
        List<String> heads = new ArrayList<>(List.of(""));
        map.columns().values().forEach(value -> heads.add(map.columns().name() + " " + value));
        row(heads, lines);
        lines.add("|---|" + "---|".repeat(map.columns().values().size()));
        for (Document.HeatRow row : map.rows()) {
            List<String> cells = new ArrayList<>(List.of(Phrases.options(row.parameters())));
            row.cells()
                    .forEach(patch ->
                            cells.add(patch == null ? "" : patch.ratio().text() + ": " + patch.words()));
            row(cells, lines);
        }
        lines.add("");
        HeatMaps.legend(map).forEach(sentence -> lines.add(text(sentence)));
    }

    static void axis(Document.AxisTable table, List<String> lines) {
        lines.add("");
        lines.add("### " + text(table.title()));
        lines.add("");
        lines.add(text(table.summary()));
        lines.add("");
        List<String> heads = new ArrayList<>(List.of("arm"));
        table.columns().values().forEach(value -> heads.add(table.columns().name() + " " + value));
        row(heads, lines);
        lines.add("|---|" + "--:|".repeat(table.columns().values().size()));
        for (Document.AxisRow row : table.rows()) {
            List<String> figures = new ArrayList<>(List.of(row.arm()));
            row.figures().forEach(figure -> figures.add(figure == null ? Numbers.UNKNOWN : figure.text()));
            row(figures, lines);
        }
    }

    static void section(StudySection section, List<String> lines) {
        lines.add("");
        lines.add("### " + text(section.title()));
        lines.add("");
        if (!section.rows().isEmpty()) {
            row(section.heads(), lines);
            lines.add("|" + "---|".repeat(section.heads().size()));
            section.rows().forEach(row -> row(row, lines));
            lines.add("");
        }
        if (!section.drawing().isEmpty()) {
            lines.add("```");
            lines.addAll(section.drawing());
            lines.add("```");
            lines.add("");
        }
        section.sentences().forEach(sentence -> lines.add("- " + text(sentence)));
    }

    /** The arms of a cell by its first metric, with some other figures beside. */
    static void rankings(Document.CellSection cell, List<String> lines) {
        Document.Ranked first = first(cell);
        List<String> columns = first.metric().equals(Metric.ELAPSED.key()) ? BESIDE_ELAPSED : BESIDE;
        List<Document.Ranked> beside = cell.rankings().stream()
                .filter(ranked -> !ranked.metric().equals(first.metric()) && columns.contains(ranked.metric()))
                .toList();
        List<String> heads =
                new ArrayList<>(List.of("arm", head(first), "relative to " + cell.baseline(), "ties", "verdict"));
        beside.forEach(ranked -> heads.add(head(ranked)));
        row(heads, lines);
        lines.add("|---|--:|--:|---|---|" + "--:|".repeat(beside.size()));
        for (Document.RankingRow place : first.standings()) {
            List<String> row = new ArrayList<>(
                    List.of(place.arm(), place.value().text(), place.ratio().text(), place.ties(), place.words()));
            beside.forEach(ranked -> row.add(ranked.standings().stream()
                    .filter(other -> other.arm().equals(place.arm()))
                    .map(other -> other.value().text())
                    .findFirst()
                    .orElse(Numbers.UNKNOWN)));
            row(row, lines);
        }
        Double detectable = first.detectable();
        if (detectable != null) {
            lines.add("");
            lines.add("Smallest difference that this run could have detected: about " + Numbers.percent(detectable)
                    + ".");
        }
    }

    /** The metric that answers the question: of a job its time. */
    private static Document.Ranked first(Document.CellSection cell) {
        return Answer.FIRST.stream()
                .flatMap(metric -> cell.rankings().stream()
                        .filter(ranked -> ranked.metric().equals(metric.key())))
                .findFirst()
                .orElse(cell.rankings().getFirst());
    }

    private static String head(Document.Ranked ranked) {
        return ranked.caption() + (ranked.unit().isEmpty() ? "" : ", " + ranked.unit());
    }

    static void row(List<String> cells, List<String> lines) {
        lines.add(cells.stream().map(MarkdownTables::text).collect(Collectors.joining(" | ", "| ", " |")));
    }

    /** Escapes everything that has a meaning in Markdown or HTML; a line break becomes a space. */
    static String text(@Nullable String text) {
        StringBuilder safe = new StringBuilder();
        (text == null ? "" : text).codePoints().forEach(point -> {
            if (point == '<') {
                safe.append("&lt;");
            } else if (point == '>') {
                safe.append("&gt;");
            } else if (point == '&') {
                safe.append("&amp;");
            } else if (point == '@') {
                // Would notify the user of that name.
                safe.append("&#64;");
            } else if (point < ' ') {
                safe.append(' ');
            } else if ("\\`*_{}[]|~".indexOf(point) >= 0) {
                safe.append('\\').appendCodePoint(point);
            } else {
                safe.appendCodePoint(point);
            }
        });
        return safe.toString();
    }
}
