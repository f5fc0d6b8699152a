/**
 * Measures workloads, which are data, in separate processes. Starts subjects by module and main class and does not depend on engines: the studies define
 * what is compared.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.lab {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.data;
    requires transitive dev.gearbox.evidence;
    requires transitive dev.gearbox.load;
    requires transitive dev.gearbox.subject;
    requires transitive tools.jackson.databind;
    requires tools.jackson.dataformat.yaml;
    requires async.profiler;
    requires jdk.attach;
    requires jdk.jfr;
    requires jdk.management;
    requires dev.gearbox.stats;

    // Results are records, written and read by Jackson.

    exports dev.gearbox.lab;
    exports dev.gearbox.lab.child;
    exports dev.gearbox.lab.data;
    exports dev.gearbox.lab.experiment;
    exports dev.gearbox.lab.external;
    exports dev.gearbox.lab.fork;
    exports dev.gearbox.lab.job;
    exports dev.gearbox.lab.load;
    exports dev.gearbox.lab.machine;
    exports dev.gearbox.lab.memory;
    exports dev.gearbox.lab.probe;
    exports dev.gearbox.lab.profile;
    exports dev.gearbox.lab.slice;
    exports dev.gearbox.lab.workload;

    opens dev.gearbox.lab to
            tools.jackson.databind;
    opens dev.gearbox.lab.child to
            tools.jackson.databind;
    opens dev.gearbox.lab.data to
            tools.jackson.databind;
    opens dev.gearbox.lab.experiment to
            tools.jackson.databind;
    opens dev.gearbox.lab.external to
            tools.jackson.databind;
    opens dev.gearbox.lab.job to
            tools.jackson.databind;
    opens dev.gearbox.lab.machine to
            tools.jackson.databind;
    opens dev.gearbox.lab.probe to
            tools.jackson.databind;
    opens dev.gearbox.lab.profile to
            tools.jackson.databind;
    opens dev.gearbox.lab.slice to
            tools.jackson.databind;
    opens dev.gearbox.lab.workload to
            tools.jackson.databind;
}
