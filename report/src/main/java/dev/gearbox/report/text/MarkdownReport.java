package dev.gearbox.report.text;

import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.report.ClaimView;
import dev.gearbox.report.Report;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.DocumentComposer;
import dev.gearbox.report.document.HeatMaps;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Phrases;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A report for a pull request, in the Markdown of code hosts: answers first, tables, the method folded. */
public final class MarkdownReport {
    /** Columns besides the first metric, if they are known. */
    private static final List<String> BESIDE = Stream.concat(
                    Stream.of("p50", "p99", "capacity", "switches", "allocated", "resident"),
                    Metric.IDLE.stream().map(Metric::key))
            .toList();

    private MarkdownReport() {}

    /** Returns the report; labels are shown literally, whatever they contain. */
    public static String of(Report report) {
        Document document = DocumentComposer.of(report);
        List<String> lines = new ArrayList<>();
        lines.add("## " + text(document.question()));
        lines.add("");
        document.maps().forEach(map -> lines.add("- **" + text(map.title()) + "**: " + text(map.answer())));
        for (Document.CellSection cell : document.cells()) {
            lines.add("- **" + text(cell.title()) + "**: " + text(cell.answer()));
        }
        document.maps().forEach(map -> map(map, lines));
        document.tables().forEach(table -> table(table, lines));
        document.sections().forEach(section -> section(section, lines));
        document.cells().forEach(cell -> cell(cell, lines));
        claims(document.claims(), lines);
        if (!document.notes().isEmpty()) {
            lines.add("");
            document.notes().forEach(note -> lines.add("- " + text(note)));
        }
        return String.join("\n", lines) + "\n";
    }

    private static void map(Document.Heat map, List<String> lines) {
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

    private static void table(Document.AxisTable table, List<String> lines) {
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

    private static void section(StudySection section, List<String> lines) {
        lines.add("");
        lines.add("### " + text(section.title()));
        lines.add("");
        if (!section.rows().isEmpty()) {
            row(section.heads(), lines);
            lines.add("|" + "---|".repeat(section.heads().size()));
            section.rows().forEach(row -> row(row, lines));
            lines.add("");
        }
        section.sentences().forEach(sentence -> lines.add("- " + text(sentence)));
    }

    private static void cell(Document.CellSection cell, List<String> lines) {
        lines.add("");
        lines.add("### " + text(cell.title()));
        lines.add("");
        if (!cell.rankings().isEmpty()) {
            rankings(cell, lines);
            lines.add("");
        }
        lines.add(text(cell.caption()) + ".");
        if (!cell.excluded().isEmpty()) {
            lines.add("");
            cell.excluded().forEach(line -> lines.add("- " + text(line)));
        }
        lines.add("");
        lines.add("<details><summary>Method</summary>");
        lines.add("");
        cell.method().forEach(term -> lines.add("- **" + text(term.term()) + "**: " + text(term.text())));
        lines.add("");
        lines.add("</details>");
    }

    private static void rankings(Document.CellSection cell, List<String> lines) {
        Document.Ranked first = cell.rankings().getFirst();
        List<Document.Ranked> beside = cell.rankings().stream()
                .skip(1)
                .filter(ranked -> BESIDE.contains(ranked.metric()))
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

    private static void claims(List<ClaimView> claims, List<String> lines) {
        if (claims.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("### Claims");
        lines.add("");
        row(List.of("claim", "statement", "their method", "ours", "verdict"), lines);
        lines.add("|---|---|---|---|---|");
        claims.forEach(claim -> row(
                List.of(
                        claim.id(),
                        claim.statement() + " (" + claim.source() + ")",
                        claim.theirs(),
                        claim.parts().stream()
                                .map(part -> part.name() + ": " + part.words())
                                .collect(Collectors.joining("; ")),
                        claim.placedVerdict()),
                lines));
    }

    private static String head(Document.Ranked ranked) {
        return ranked.caption() + (ranked.unit().isEmpty() ? "" : ", " + ranked.unit());
    }

    private static void row(List<String> cells, List<String> lines) {
        lines.add(cells.stream().map(MarkdownReport::text).collect(Collectors.joining(" | ", "| ", " |")));
    }

    /** Escapes everything that has a meaning in Markdown or HTML; a line break becomes a space. */
    public static String text(@Nullable String text) {
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
