/** Code inside a measured JVM: a console that answers the lab, and readings of the process by itself. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.subject {
    requires static transitive org.jspecify;
    requires transitive tools.jackson.databind;
    requires HdrHistogram;
    requires jdk.jfr;
    requires jdk.management;

    exports dev.gearbox.subject;

    // Readings are records, written and read by Jackson.
    opens dev.gearbox.subject to
            tools.jackson.databind;
}
