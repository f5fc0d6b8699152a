/**
 * The load generator: what users do ({@link dev.gearbox.load.plan.Script}), when they come ({@link dev.gearbox.load.plan.Arrivals}), and what
 * they saw ({@link dev.gearbox.load.report.LoadReport}). It drives any TCP server and runs in a process of its own.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.load {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;
    requires dev.gearbox.data;
    requires dev.gearbox.engines.linux;
    requires dev.gearbox.stats;
    requires transitive tools.jackson.databind;
    requires transitive HdrHistogram;
    requires org.apache.commons.rng.api;
    requires org.apache.commons.rng.sampling;
    requires org.apache.commons.rng.simple;
    requires java.management;

    exports dev.gearbox.load;
    exports dev.gearbox.load.chain;
    exports dev.gearbox.load.loop;
    exports dev.gearbox.load.plan;
    exports dev.gearbox.load.process;
    exports dev.gearbox.load.report;

    opens dev.gearbox.load.plan to
            tools.jackson.databind;
    opens dev.gearbox.load.process to
            tools.jackson.databind;
    opens dev.gearbox.load.report to
            tools.jackson.databind;
}
