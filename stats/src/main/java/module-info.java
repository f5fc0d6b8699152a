/** Statistics of the numbers of a run. Pure functions: no input or output, no clock, no other module of Gearbox; random numbers come from a seed. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.stats {
    requires static org.jspecify;
    requires org.apache.commons.numbers.gamma;
    requires org.apache.commons.rng.api;
    requires org.apache.commons.rng.sampling;
    requires org.apache.commons.rng.simple;
    requires org.apache.commons.statistics.distribution;
    requires org.apache.commons.statistics.inference;

    exports dev.gearbox.stats;
}
