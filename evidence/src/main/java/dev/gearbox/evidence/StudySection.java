package dev.gearbox.evidence;

import java.util.List;

/**
 * What a study computes from several of its results together, for the reader: a table and what follows from it. Every form of a report shows it as it is.
 *
 * @param title its heading
 * @param heads of the columns
 * @param rows with a text for each column; may be empty
 * @param sentences below the table, at least one
 */
public record StudySection(String title, List<String> heads, List<List<String>> rows, List<String> sentences) {
    /** Copies the lists. */
    public StudySection {
        heads = List.copyOf(heads);
        rows = rows.stream().map(List::copyOf).toList();
        sentences = List.copyOf(sentences);
        int columns = heads.size();
        if (rows.stream().anyMatch(row -> row.size() != columns)) {
            throw new IllegalArgumentException(title + ": every row must have " + columns + " columns");
        }
        if (sentences.isEmpty()) {
            throw new IllegalArgumentException(title + ": must have a sentence");
        }
    }
}
