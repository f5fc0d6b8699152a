package dev.gearbox.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A heat map for a terminal: a sign for the verdict, the ratio, and its interval where there is room. */
final class HeatLines {
    private HeatLines() {}

    static List<String> of(Document.Heat map, int width) {
        List<Grid.Column> columns = new ArrayList<>(List.of(Grid.Column.text("", 0)));
        map.columns()
                .values()
                .forEach(value -> columns.add(Grid.Column.text(map.columns().name() + " " + value, 0)));
        boolean intervals = Grid.width(columns, rows(map, true)) <= width;
        List<String> lines = new ArrayList<>();
        lines.addAll(new Grid(columns, rows(map, intervals)).lines(width, Map.of()));
        lines.add("- cheaper, + dearer, = no difference, ? inconclusive, ! invalid."
                + (intervals ? "" : " Left out at this width: the intervals."));
        return lines;
    }

    private static List<List<String>> rows(Document.Heat map, boolean intervals) {
        return map.rows().stream()
                .map(row -> IntStream.rangeClosed(0, row.cells().size())
                        .mapToObj(at -> at == 0
                                ? Words.options(row.parameters())
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
