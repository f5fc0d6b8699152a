package dev.gearbox.cli.terminal;

import dev.gearbox.report.text.TextTable;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A {@link TextTable} that is filled row by row and printed to a console. */
public final class Table {
    private static final int GAP = 3;

    private final List<TextColumn> columns;
    private final List<List<String>> rows = new ArrayList<>();

    public Table(List<TextColumn> columns) {
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
        int width = console.outColumns();
        List<String> lines = new TextTable(columns, rows, GAP).lines(width > 0 ? width : Integer.MAX_VALUE, Map.of());
        console.out().println(console.bold(lines.getFirst()));
        lines.stream().skip(1).forEach(console.out()::println);
    }
}
