/**
 * What a server can do, by calculation: capacity formulas, queues, the universal scalability law. Pure functions: no input or output, no clock, nothing
 * of the lab; random numbers come from a seed.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.theory {
    requires static org.jspecify;
    requires transitive dev.gearbox.stats;
    requires org.apache.commons.statistics.distribution;

    exports dev.gearbox.theory;
    exports dev.gearbox.theory.simulate;
}
