package dev.gearbox.report.text;

import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.HeatMaps;
import dev.gearbox.report.document.Phrases;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A heat map for a terminal: a sign for the verdict, the ratio, and its interval if there is room. */
final class HeatLines {
    private HeatLines() {}

    /** Returns the table. */
    static List<String> table(Document.Heat map, int width) {
        return new TextTable(columns(map), rows(map, fits(map, width)), TextTable.GAP).lines(width, Map.of());
    }

    /** Explains its signs, in a sentence. */
    static String signs(Document.Heat map, int width) {
        return "- cheaper, + dearer, = no difference, ? inconclusive, ! invalid."
                + (fits(map, width) ? "" : " Omitted at this width: the intervals.");
    }

    private static boolean fits(Document.Heat map, int width) {
        return new TextTable(columns(map), rows(map, true), TextTable.GAP).width() <= width;
    }

    /** The axis is named once, to save room. */
    private static List<TextColumn> columns(Document.Heat map) {
        List<TextColumn> columns = new ArrayList<>(List.of(TextColumn.text("", 0)));
        for (String value : map.columns().values()) {
            columns.add(TextColumn.text(columns.size() == 1 ? map.columns().name() + " " + value : value, 0));
        }
        return columns;
    }

    private static List<List<String>> rows(Document.Heat map, boolean intervals) {
        return map.rows().stream()
                .map(row -> IntStream.rangeClosed(0, row.cells().size())
                        .mapToObj(at -> at == 0
                                ? Phrases.options(row.parameters())
                                : patch(row.cells().get(at - 1), intervals))
                        .toList())
                .toList();
    }

    private static String patch(Document.@Nullable Patch patch, boolean interval) {
        if (patch == null) {
            return "";
        }
        String text = patch.ratio().text();
        int end = text.indexOf(' ');
        return HeatMaps.mark(patch) + " " + (interval || end < 0 ? text : text.substring(0, end));
    }
}
