package dev.gearbox.report.text;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows under headings, for a terminal. If there is not enough room, columns are omitted as a whole, the least important first, because half a figure
 * would be a wrong one; a last line lists them. Columns of rank 0 always stay.
 */
public final class TextTable {
    /** The number of spaces between columns in reports. */
    static final int GAP = 2;

    /** The alignment of cells in their column. */
    public enum Alignment {
        LEFT,
        RIGHT,
        POINT
    }

    /**
     * A column.
     *
     * @param title its heading
     * @param alignment the alignment of its cells
     * @param rank 0: always stays; of the others the highest is omitted first, and of equal ones the leftmost
     */
    public record TextColumn(String title, Alignment alignment, int rank) {
        /** Returns a column of words, aligned to the left. */
        public static TextColumn text(String title, int rank) {
            return new TextColumn(title, Alignment.LEFT, rank);
        }

        /** Returns a column of figures that all have the same number of decimals, aligned to the right. */
        public static TextColumn number(String title, int rank) {
            return new TextColumn(title, Alignment.RIGHT, rank);
        }

        /** Returns a column of figures, aligned at their decimal points. */
        public static TextColumn decimal(String title, int rank) {
            return new TextColumn(title, Alignment.POINT, rank);
        }

        /** Returns the heading and the cells, padded to the same width. */
        private List<String> align(List<String> cells) {
            int tail = alignment == Alignment.POINT
                    ? cells.stream().mapToInt(TextTable::tail).max().orElse(0)
                    : 0;
            List<String> texts = new ArrayList<>(List.of(title));
            cells.forEach(cell ->
                    texts.add(alignment == Alignment.POINT ? cell + " ".repeat(tail - tail(cell)) : cell));
            int width = texts.stream().mapToInt(TextTable::length).max().orElse(0);
            return texts.stream()
                    .map(text -> {
                        String blanks = " ".repeat(width - length(text));
                        return alignment == Alignment.LEFT ? text + blanks : blanks + text;
                    })
                    .toList();
        }
    }

    private final List<TextColumn> columns;
    private final List<List<String>> aligned;
    private final int lines;
    private final String gap;

    /**
     * @param rows each with a cell for each column
     * @param gap the number of spaces between columns
     */
    public TextTable(List<TextColumn> columns, List<List<String>> rows, int gap) {
        this.columns = List.copyOf(columns);
        this.gap = " ".repeat(gap);
        lines = rows.size() + 1;
        aligned = IntStream.range(0, columns.size())
                .mapToObj(column -> columns.get(column)
                        .align(rows.stream().map(row -> row.get(column)).toList()))
                .toList();
    }

    /** Returns the width with all columns. */
    public int width() {
        return width(all());
    }

    /**
     * Returns the heading and the rows, followed by a line that lists the omitted columns, if any.
     *
     * @param room the most columns of text, if possible
     * @param names names of columns by index, for that last line; the other columns are listed by their titles
     */
    public List<String> lines(int room, Map<Integer, String> names) {
        List<Integer> kept = all();
        TreeSet<Integer> out = new TreeSet<>();
        while (width(kept) > room) {
            int least = kept.stream()
                    .reduce((a, b) -> columns.get(b).rank() > columns.get(a).rank() ? b : a)
                    .orElseThrow();
            if (columns.get(least).rank() == 0) {
                break;
            }
            kept.removeIf(column -> column == least);
            out.add(least);
        }
        List<String> text = new ArrayList<>(
                IntStream.range(0, lines).mapToObj(at -> line(kept, at)).toList());
        if (!out.isEmpty()) {
            text.add("Omitted at this width: "
                    + out.stream()
                            .map(at -> names.getOrDefault(at, columns.get(at).title()))
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        return text;
    }

    private List<Integer> all() {
        return new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
    }

    private String line(List<Integer> kept, int at) {
        return kept.stream()
                .map(column -> aligned.get(column).get(at))
                .collect(Collectors.joining(gap))
                .stripTrailing();
    }

    private int width(List<Integer> kept) {
        return IntStream.range(0, lines).map(at -> length(line(kept, at))).max().orElse(0);
    }

    /** Returns the number of characters from the decimal point on. */
    private static int tail(String cell) {
        int point = cell.lastIndexOf('.');
        return point < 0 ? 0 : length(cell) - cell.codePointCount(0, point);
    }

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }
}
