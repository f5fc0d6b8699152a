package dev.gearbox.report.text;

import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A table of arms over an axis for a terminal: the figures, and their intervals if there is room. */
final class AxisLines {
    private AxisLines() {}

    /** Returns the table. */
    static List<String> table(Document.AxisTable table, int width) {
        TextTable whole = new TextTable(columns(table), rows(table, true), TextTable.GAP);
        return whole.width() <= width
                ? whole.lines(width, Map.of())
                : new TextTable(columns(table), rows(table, false), TextTable.GAP).lines(width, Map.of());
    }

    /** The axis is named once, to save room. */
    private static List<TextColumn> columns(Document.AxisTable table) {
        List<TextColumn> columns = new ArrayList<>(List.of(TextColumn.text("", 0)));
        for (String value : table.columns().values()) {
            columns.add(TextColumn.text(columns.size() == 1 ? table.columns().name() + " " + value : value, 0));
        }
        return columns;
    }

    private static List<List<String>> rows(Document.AxisTable table, boolean intervals) {
        return table.rows().stream()
                .map(row -> IntStream.rangeClosed(0, row.figures().size())
                        .mapToObj(at -> at == 0 ? row.arm() : text(row.figures().get(at - 1), intervals))
                        .toList())
                .toList();
    }

    private static String text(Document.@Nullable Quantity figure, boolean interval) {
        String text = figure == null ? Numbers.UNKNOWN : figure.text();
        int end = text.indexOf(' ');
        return interval || end < 0 ? text : text.substring(0, end);
    }
}
