/**
 * What was measured, as records and files, and what follows from it: intervals, verdicts, claims. Starts nothing and
 * knows no engine; whatever it says can be derived again from the files alone.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.evidence {
    requires static transitive org.jspecify;
    requires dev.gearbox.stats;
    requires org.apache.commons.statistics.distribution;
    requires transitive HdrHistogram;
    requires transitive tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;

    exports dev.gearbox.evidence;

    // Results are records, written and read by Jackson.
    opens dev.gearbox.evidence to
            tools.jackson.databind;
}
