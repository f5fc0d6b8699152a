/**
 * Workloads as data, measured in processes of their own, probes, results. Starts subjects by module and main class and
 * names no engine: what is compared is the business of the studies.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.lab {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.evidence;
    requires transitive dev.gearbox.load;
    requires transitive tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;
    requires async.profiler;
    requires jdk.attach;
    requires jdk.jfr;
    requires jdk.management;
    requires dev.gearbox.stats;

    exports dev.gearbox.lab;

    // Results are records, written and read by Jackson.
    opens dev.gearbox.lab to
            tools.jackson.databind;
}
