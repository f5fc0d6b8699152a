/** The instrument's self-test: measures things whose true value is known, and compares the result with it. Nothing here is used for measurements. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.check {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.lab;
    requires dev.gearbox.core;
    requires dev.gearbox.evidence;
    requires transitive dev.gearbox.load;
    requires dev.gearbox.tls;
    requires transitive dev.gearbox.stats;
    requires dev.gearbox.theory;
    requires java.management;
    requires org.apache.commons.rng.api;
    requires org.apache.commons.rng.sampling;
    requires org.apache.commons.rng.simple;
    requires org.apache.commons.statistics.distribution;
    requires org.apache.commons.statistics.inference;

    exports dev.gearbox.check;
    exports dev.gearbox.check.run;
    exports dev.gearbox.check.shift;
    exports dev.gearbox.check.soak;
}
