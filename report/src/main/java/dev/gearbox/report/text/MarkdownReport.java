package dev.gearbox.report.text;

import dev.gearbox.report.ClaimView;
import dev.gearbox.report.Report;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.DocumentComposer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** A report for a pull request, in the Markdown of code hosts: answers first, tables, the method folded. */
public final class MarkdownReport {
    private MarkdownReport() {}

    /** Returns the report; labels are shown literally, whatever they contain. */
    public static String of(Report report) {
        Document document = DocumentComposer.of(report);
        List<String> lines = new ArrayList<>();
        lines.add("## " + MarkdownTables.text(document.question()));
        lines.add("");
        document.maps()
                .forEach(map -> lines.add(
                        "- **" + MarkdownTables.text(map.title()) + "**: " + MarkdownTables.text(map.answer())));
        for (Document.CellSection cell : document.cells()) {
            lines.add("- **" + MarkdownTables.text(cell.title()) + "**: " + MarkdownTables.text(cell.answer()));
        }
        document.maps().forEach(map -> MarkdownTables.map(map, lines));
        document.tables().forEach(table -> MarkdownTables.axis(table, lines));
        document.sections().forEach(section -> MarkdownTables.section(section, lines));
        document.cells().forEach(cell -> cell(cell, lines));
        claims(document.claims(), lines);
        if (!document.notes().isEmpty()) {
            lines.add("");
            document.notes().forEach(note -> lines.add("- " + MarkdownTables.text(note)));
        }
        return String.join("\n", lines) + "\n";
    }

    private static void cell(Document.CellSection cell, List<String> lines) {
        lines.add("");
        lines.add("### " + MarkdownTables.text(cell.title()));
        lines.add("");
        if (!cell.rankings().isEmpty()) {
            MarkdownTables.rankings(cell, lines);
            lines.add("");
        }
        lines.add(MarkdownTables.text(cell.caption()) + ".");
        if (!cell.excluded().isEmpty()) {
            lines.add("");
            cell.excluded().forEach(line -> lines.add("- " + MarkdownTables.text(line)));
        }
        lines.add("");
        lines.add("<details><summary>Method</summary>");
        lines.add("");
        cell.method()
                .forEach(term -> lines.add(
                        "- **" + MarkdownTables.text(term.term()) + "**: " + MarkdownTables.text(term.text())));
        lines.add("");
        lines.add("</details>");
    }

    private static void claims(List<ClaimView> claims, List<String> lines) {
        if (claims.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add("### Claims");
        lines.add("");
        MarkdownTables.row(List.of("claim", "statement", "their method", "ours", "verdict"), lines);
        lines.add("|---|---|---|---|---|");
        claims.forEach(claim -> MarkdownTables.row(
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
}
