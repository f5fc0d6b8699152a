package dev.gearbox.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows in columns. If there is not enough room, columns are omitted whole, the least important first, and a last line lists them. The first and those
 * of rank 0 always stay.
 */
final class TextTable {
    /** The gap between columns. */
    static final String GAP = "  ";

    /**
     * A column.
     *
     * @param rank 0: always stays; of the others the highest is omitted first
     */
    record TextColumn(String title, boolean number, int rank) {
        public static TextColumn text(String title, int rank) {
            return new TextColumn(title, false, rank);
        }

        public static TextColumn number(String title, int rank) {
            return new TextColumn(title, true, rank);
        }
    }

    private final List<TextColumn> columns;
    private final List<List<String>> rows;

    TextTable(List<TextColumn> columns, List<List<String>> rows) {
        this.columns = List.copyOf(columns);
        this.rows = rows.stream().map(List::copyOf).toList();
    }

    /** Returns the width of {@code rows} with all columns. */
    static int width(List<TextColumn> columns, List<List<String>> rows) {
        TextTable grid = new TextTable(columns, rows);
        return grid.width(IntStream.range(0, columns.size()).boxed().toList());
    }

    /**
     * Returns the table.
     *
     * @param room the most columns of text, if possible
     * @param names of columns, for the line that lists the omitted ones
     */
    List<String> lines(int room, Map<Integer, String> names) {
        List<Integer> kept =
                new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
        TreeSet<Integer> out = new TreeSet<>();
        while (width(kept) > room) {
            int least = kept.stream()
                    .reduce((a, b) -> columns.get(b).rank() >= columns.get(a).rank() ? b : a)
                    .orElseThrow();
            if (columns.get(least).rank() == 0) {
                break;
            }
            kept.removeIf(column -> column == least);
            out.add(least);
        }
        List<String> lines = new ArrayList<>();
        lines.add(line(kept, columns.stream().map(TextColumn::title).toList()));
        rows.forEach(row -> lines.add(line(kept, row)));
        if (!out.isEmpty()) {
            lines.add("Left out at this width: "
                    + out.stream().map(at -> names.getOrDefault(at, "?")).collect(Collectors.joining(", ")) + ".");
        }
        return lines;
    }

    private String line(List<Integer> kept, List<String> cells) {
        return kept.stream()
                .map(column -> pad(
                        cells.get(column), width(column), columns.get(column).number()))
                .collect(Collectors.joining(GAP))
                .stripTrailing();
    }

    private int width(List<Integer> kept) {
        return kept.stream().mapToInt(this::width).sum() + GAP.length() * Math.max(0, kept.size() - 1);
    }

    private int width(int column) {
        return Math.max(
                length(columns.get(column).title()),
                rows.stream().mapToInt(row -> length(row.get(column))).max().orElse(0));
    }

    private static String pad(String cell, int width, boolean right) {
        String blanks = " ".repeat(width - length(cell));
        return right ? blanks + cell : cell + blanks;
    }

    private static int length(String cell) {
        return cell.codePointCount(0, cell.length());
    }
}
