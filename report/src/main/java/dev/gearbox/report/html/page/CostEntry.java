package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import java.util.List;
import java.util.stream.Stream;

/**
 * One cost of a request for an arm.
 *
 * @param name of the cost
 * @param text the amount
 * @param unit may be empty
 */
record CostEntry(String name, String text, String unit) {
    private static final List<String> METRICS = List.of(
            "user",
            "system",
            "switches",
            "system-calls",
            "allocated",
            "page-faults",
            "read-bytes",
            "disk",
            "wakeups",
            "threads",
            "resident");

    /** Returns whether any was measured in a cell. */
    static boolean known(Document.CellSection cell) {
        return costs(cell).findAny().isPresent();
    }

    /** Returns all that are known of an arm. */
    static List<CostEntry> of(String arm, Document.CellSection cell) {
        return costs(cell)
                .flatMap(ranked -> ranked.standings().stream()
                        .filter(place -> place.arm().equals(arm))
                        .map(place ->
                                new CostEntry(ranked.caption(), place.value().text(), ranked.unit())))
                .toList();
    }

    private static Stream<Document.Ranked> costs(Document.CellSection cell) {
        return cell.rankings().stream().filter(ranked -> METRICS.contains(ranked.metric()));
    }
}
