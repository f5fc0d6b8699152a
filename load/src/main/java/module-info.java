/**
 * The load generator: what users do ({@link dev.gearbox.load.Script}), when they come ({@link dev.gearbox.load.Arrivals}), and what
 * they saw ({@link dev.gearbox.load.LoadReport}). It drives any TCP server and runs in a process of its own.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.load {
    requires static org.jspecify;
    requires transitive tools.jackson.databind;
    requires transitive HdrHistogram;
    requires org.apache.commons.rng.api;
    requires org.apache.commons.rng.sampling;
    requires org.apache.commons.rng.simple;
    requires java.management;

    exports dev.gearbox.load;
}
