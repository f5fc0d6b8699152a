package dev.gearbox.report.html;

import dev.gearbox.report.Report;
import dev.gearbox.report.document.Compose;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.html.page.Page;
import dev.gearbox.report.json.Json;

/**
 * A report as one HTML file that needs nothing else: style, script, chart library and data are in it, and its own content
 * policy forbids every request. Complete without a script, as tables. The same report gives the same bytes. Thread-safe.
 */
public final class Html {
    private Html() {}

    /** The file, to be stored as UTF-8. */
    public static String of(Report report) {
        Document document = Compose.of(report);
        return Page.of(document, Json.of(document));
    }
}
