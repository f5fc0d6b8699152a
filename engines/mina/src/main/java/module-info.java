import dev.gearbox.core.model.IoModel;

/** The I/O model of Apache MINA. Exports nothing: the engine is found by {@link java.util.ServiceLoader} and started by its spec. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.engines.mina {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;
    requires org.apache.mina.core;
    // Required on behalf of MINA, which is an automatic module and cannot require it itself.
    requires org.slf4j;

    provides IoModel with
            dev.gearbox.engines.mina.MinaModel;

    // MINA's pool creates its processors by reflection.
    opens dev.gearbox.engines.mina to
            org.apache.mina.core;
}
