/**
 * Results for people and programs: a self-contained HTML file, Markdown for a pull request, JSON with a schema, and the terminal's table. Starts
 * nothing and is independent of engines; the same input gives the same bytes.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.report {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.evidence;
    requires HdrHistogram;
    requires gg.jte.runtime;
    requires tools.jackson.databind;

    // The document consists of records, written by Jackson.

    exports dev.gearbox.report;
    exports dev.gearbox.report.html;
    exports dev.gearbox.report.json;
    exports dev.gearbox.report.text;

    opens dev.gearbox.report to
            tools.jackson.databind;
    opens dev.gearbox.report.document to
            tools.jackson.databind;
    opens dev.gearbox.report.html to
            tools.jackson.databind;
    opens dev.gearbox.report.json to
            tools.jackson.databind;
    opens dev.gearbox.report.text to
            tools.jackson.databind;
}
