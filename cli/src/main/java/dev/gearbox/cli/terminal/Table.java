package dev.gearbox.cli.terminal;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Rows under headings. Numbers are aligned at their decimal points. If the terminal is too narrow, the least important columns are
 * omitted as a whole, and a line names them: half a figure would be a wrong one.
 */
public final class Table {
    private static final String GAP = "   ";

    /**
     * A column.
     *
     * @param title its heading
     * @param number whether its cells are figures
     * @param rank 0 for a column that is always shown; of the others the highest is omitted first
     */
    public record Column(String title, boolean number, int rank) {
        public static Column text(String title, int rank) {
            return new Column(title, false, rank);
        }

        public static Column number(String title, int rank) {
            return new Column(title, true, rank);
        }
    }

    private final List<Column> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(List<Column> columns) {
        this.columns = List.copyOf(columns);
    }

    /** Adds a row with a cell for each column. */
    public void row(List<String> cells) {
        if (cells.size() != columns.size()) {
            throw new IllegalArgumentException(cells.size() + " cells for " + columns.size() + " columns");
        }
        rows.add(List.copyOf(cells));
    }

    /** Prints the table within the width of {@code console}; with all columns if that is not a terminal. */
    public void print(Console console) {
        List<List<String>> aligned = IntStream.range(0, columns.size())
                .mapToObj(column -> align(columns.get(column), cells(column)))
                .toList();
        List<Integer> kept = fit(aligned, console.outColumns());
        for (int line = 0; line <= rows.size(); line++) {
            int at = line;
            String text = kept.stream()
                    .map(column -> aligned.get(column).get(at))
                    .collect(Collectors.joining(GAP))
                    .stripTrailing();
            console.out().println(line == 0 ? console.bold(text) : text);
        }
        if (kept.size() < columns.size()) {
            String left = IntStream.range(0, columns.size())
                    .filter(column -> !kept.contains(column))
                    .mapToObj(column -> columns.get(column).title())
                    .collect(Collectors.joining(", "));
            console.out().println("Omitted, because the terminal is narrow: " + left);
        }
    }

    private List<String> cells(int column) {
        return rows.stream().map(row -> row.get(column)).toList();
    }

    /** Heading and cells of one column, padded to the same width. */
    private static List<String> align(Column column, List<String> cells) {
        int tail = column.number() ? cells.stream().mapToInt(Table::tail).max().orElse(0) : 0;
        List<String> texts = new ArrayList<>(List.of(column.title()));
        cells.forEach(cell -> texts.add(column.number() ? cell + " ".repeat(tail - tail(cell)) : cell));
        int width = texts.stream().mapToInt(Table::width).max().orElse(0);
        return texts.stream()
                .map(text -> {
                    String space = " ".repeat(width - width(text));
                    return column.number() ? space + text : text + space;
                })
                .toList();
    }

    /** The columns that are shown, in order. */
    private List<Integer> fit(List<List<String>> aligned, int width) {
        List<Integer> kept =
                new ArrayList<>(IntStream.range(0, columns.size()).boxed().toList());
        Comparator<Integer> byRank =
                Comparator.comparingInt(column -> columns.get(column).rank());
        while (width > 0 && longest(aligned, kept) > width) {
            int least = kept.stream().max(byRank).orElseThrow();
            if (columns.get(least).rank() == 0) {
                break;
            }
            kept.removeIf(column -> column == least);
        }
        return kept;
    }

    private int longest(List<List<String>> aligned, List<Integer> kept) {
        return IntStream.rangeClosed(0, rows.size())
                .map(line -> width(kept.stream()
                        .map(column -> aligned.get(column).get(line))
                        .collect(Collectors.joining(GAP))
                        .stripTrailing()))
                .max()
                .orElse(0);
    }

    /** The number of characters from the decimal point on. */
    private static int tail(String cell) {
        int point = cell.lastIndexOf('.');
        return point < 0 ? 0 : width(cell) - cell.codePointCount(0, point);
    }

    private static int width(String text) {
        return text.codePointCount(0, text.length());
    }
}
