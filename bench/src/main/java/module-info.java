/** Reference programs without any abstraction, run as subjects beside the engines. Nothing is exported: they are started as programs. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.bench {
    requires static transitive org.jspecify;
}
