package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a request costs an arm in one respect.
 *
 * @param name of what
 * @param text how much
 * @param unit may be empty
 */
record Cost(String name, String text, String unit) {
    private static final List<String> METRICS =
            List.of("user", "system", "switches", "system-calls", "allocated", "wakeups", "threads", "resident");

    /** Whether any was measured in a cell. */
    static boolean known(Document.Cell cell) {
        return costs(cell).findAny().isPresent();
    }

    /** All that are known of an arm. */
    static List<Cost> of(String arm, Document.Cell cell) {
        return costs(cell)
                .flatMap(ranked -> ranked.standings().stream()
                        .filter(place -> place.arm().equals(arm))
                        .map(place -> new Cost(ranked.caption(), place.value().text(), ranked.unit())))
                .toList();
    }

    private static Stream<Document.Ranked> costs(Document.Cell cell) {
        return cell.rankings().stream().filter(ranked -> METRICS.contains(ranked.metric()));
    }
}
