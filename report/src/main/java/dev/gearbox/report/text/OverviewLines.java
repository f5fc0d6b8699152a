package dev.gearbox.report.text;

import dev.gearbox.evidence.StudySection;
import dev.gearbox.report.Report;
import dev.gearbox.report.document.AxisTables;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.HeatMaps;
import dev.gearbox.report.document.Sweeps;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.List;
import java.util.Map;

/** What a report says of several results together, for a terminal: heat maps, tables over an axis, and the sections of studies. */
final class OverviewLines {
    private OverviewLines() {}

    static void add(Report report, TerminalReport.Style style, List<String> lines) {
        maps(report, style, lines);
        tables(report, style, lines);
        sections(report, style, lines);
    }

    private static List<Sweeps.Member> members(Report report) {
        return report.results().stream()
                .map(result -> new Sweeps.Member("", result.findings()))
                .toList();
    }

    private static void tables(Report report, TerminalReport.Style style, List<String> lines) {
        for (Document.AxisTable table : AxisTables.of(members(report))) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(TerminalReport.bold(TerminalReport.clean(table.title()), style));
            TerminalReport.prose(TerminalReport.clean(table.summary()), style, lines);
            AxisLines.table(table, style.width()).forEach(line -> lines.add(TerminalReport.clean(line)));
        }
    }

    private static void sections(Report report, TerminalReport.Style style, List<String> lines) {
        for (StudySection section : report.sections()) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(TerminalReport.bold(TerminalReport.clean(section.title()), style));
            List<TextColumn> columns = section.heads().stream()
                    .map(head -> TextColumn.text(TerminalReport.clean(head), 0))
                    .toList();
            List<List<String>> rows = section.rows().stream()
                    .map(row -> row.stream().map(TerminalReport::clean).toList())
                    .toList();
            if (!rows.isEmpty()) {
                lines.addAll(new TextTable(columns, rows, TextTable.GAP).lines(style.width(), Map.of()));
            }
            section.drawing().forEach(line -> lines.add(TerminalReport.clean(line)));
            section.sentences().forEach(sentence -> TerminalReport.prose(TerminalReport.clean(sentence), style, lines));
        }
    }

    private static void maps(Report report, TerminalReport.Style style, List<String> lines) {
        for (Document.Heat map : HeatMaps.of(members(report))) {
            if (!lines.isEmpty()) {
                lines.add("");
            }
            lines.add(TerminalReport.bold(TerminalReport.clean(map.title()), style));
            TerminalReport.prose(TerminalReport.clean(map.answer()), style, lines);
            HeatLines.table(map, style.width()).forEach(line -> lines.add(TerminalReport.clean(line)));
            TerminalReport.prose(HeatLines.signs(map, style.width()), style, lines);
            HeatMaps.legend(map)
                    .forEach(sentence -> TerminalReport.prose(TerminalReport.clean(sentence), style, lines));
        }
    }
}
