package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.Numbers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Figures that belong to two names each, as a table: one name down, one across, in the order of their first occurrence.
 *
 * @param heads the column headers, after the header of the row names
 * @param rows the row names, with a cell for each column
 */
record Pivot(List<String> heads, Map<String, List<String>> rows) {
    /** Returns a table with kinds of work down and arms across. */
    static Pivot causes(List<Document.Cause> causes) {
        return of(
                "µs per request",
                causes.stream()
                        .flatMap(cause -> cause.categories().stream()
                                .map(category -> new PivotEntry(
                                        category.category(), cause.arm(), Numbers.plain(category.micros()))))
                        .toList(),
                causes.stream().map(Document.Cause::arm).toList());
    }

    private record PivotEntry(String down, String across, String text) {}

    private static Pivot of(String corner, List<PivotEntry> figures, List<String> across) {
        List<String> heads = new ArrayList<>(List.of(corner));
        heads.addAll(across);
        Map<String, Map<String, String>> byName = new LinkedHashMap<>();
        figures.forEach(figure -> byName.computeIfAbsent(figure.down(), _ -> new LinkedHashMap<>())
                .put(figure.across(), figure.text()));
        Map<String, List<String>> rows = new LinkedHashMap<>();
        byName.forEach((name, texts) -> rows.put(
                name,
                across.stream()
                        .map(column -> texts.getOrDefault(column, Numbers.UNKNOWN))
                        .toList()));
        return new Pivot(heads, rows);
    }
}
