package dev.gearbox.evidence;

import java.util.List;

/**
 * What a study shows beside its experiments, for the reader: a table or a drawing, and what follows from it, such as what it computes from several results
 * together. Every form of a report shows it as it is.
 *
 * @param title its heading
 * @param heads of the columns
 * @param rows with a text for each column; may be empty
 * @param drawing in lines of text, for a font of one width; may be empty
 * @param sentences below the table, at least one
 */
public record StudySection(
        String title, List<String> heads, List<List<String>> rows, List<String> drawing, List<String> sentences) {
    /** A section without a drawing. */
    public StudySection(String title, List<String> heads, List<List<String>> rows, List<String> sentences) {
        this(title, heads, rows, List.of(), sentences);
    }

    /** Copies the lists. */
    public StudySection {
        heads = List.copyOf(heads);
        rows = rows.stream().map(List::copyOf).toList();
        drawing = List.copyOf(drawing);
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
