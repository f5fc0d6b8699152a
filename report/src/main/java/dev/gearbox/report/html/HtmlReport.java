package dev.gearbox.report.html;

import dev.gearbox.report.Report;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.DocumentComposer;
import dev.gearbox.report.html.page.PageTemplate;
import dev.gearbox.report.json.JsonReport;

/**
 * A report as one self-contained HTML file: style, script, chart library and data are in it, and its content security policy forbids every request.
 * Complete without a script, as tables. The same report gives the same bytes. Thread-safe.
 */
public final class HtmlReport {
    private HtmlReport() {}

    /** Returns the file's content, to be stored as UTF-8. */
    public static String of(Report report) {
        Document document = DocumentComposer.of(report);
        return PageTemplate.of(document, JsonReport.of(document));
    }
}
