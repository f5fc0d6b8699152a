/**
 * Results for people and programs: a self-contained HTML file, Markdown for a pull request, JSON with a schema, and the
 * terminal's table. Starts nothing and knows no engine; the same input gives the same bytes.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.report {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.evidence;
    requires HdrHistogram;
    requires tools.jackson.databind;

    exports dev.gearbox.report;

    // The document is records, written by Jackson.
    opens dev.gearbox.report to
            tools.jackson.databind;
}
