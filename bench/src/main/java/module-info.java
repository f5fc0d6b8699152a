/**
 * Reference programs without any abstraction, run as subjects beside the engines, and the benchmark that holds the two against each other.
 * Nothing is exported: they are started as programs.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.bench {
    requires static transitive org.jspecify;
    requires org.apache.commons.statistics.distribution;
    requires org.apache.mina.core;
    // For MINA, which is no real module and cannot ask for it itself.
    requires org.slf4j;
}
