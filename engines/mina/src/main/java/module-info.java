import dev.gearbox.core.model.IoModel;

/** The I/O model of Apache MINA. Nothing is exported: the engine is found by {@link java.util.ServiceLoader} and started by its spec. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.engines.mina {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;
    requires org.apache.mina.core;
    // For MINA, which is no real module and cannot ask for it itself.
    requires org.slf4j;

    provides IoModel with
            dev.gearbox.engines.mina.MinaModel;

    // MINA's pool makes its processors by reflection.
    opens dev.gearbox.engines.mina to
            org.apache.mina.core;
}
