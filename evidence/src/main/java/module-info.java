/**
 * What was measured, as records and files, and what follows from it: intervals, verdicts, claims. Starts nothing and
 * knows no engine; whatever it says can be derived again from the files alone.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.evidence {
    requires static transitive org.jspecify;
    requires dev.gearbox.data;
    requires transitive dev.gearbox.stats;
    requires org.apache.commons.statistics.distribution;
    requires transitive HdrHistogram;
    requires transitive tools.jackson.databind;
    requires tools.jackson.dataformat.csv;
    requires tools.jackson.dataformat.yaml;

    // Results are records, written and read by Jackson.

    exports dev.gearbox.evidence;
    exports dev.gearbox.evidence.analysis;
    exports dev.gearbox.evidence.archive;
    exports dev.gearbox.evidence.claim;
    exports dev.gearbox.evidence.history;

    opens dev.gearbox.evidence to
            tools.jackson.databind;
    opens dev.gearbox.evidence.analysis to
            tools.jackson.databind;
    opens dev.gearbox.evidence.archive to
            tools.jackson.databind;
    opens dev.gearbox.evidence.claim to
            tools.jackson.databind;
    opens dev.gearbox.evidence.history to
            tools.jackson.databind;
}
