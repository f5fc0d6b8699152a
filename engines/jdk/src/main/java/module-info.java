import dev.gearbox.core.model.IoModel;

/** The I/O models on the JDK's own channels. Exports nothing: engines are found by {@link java.util.ServiceLoader} and started by their specs. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.engines.jdk {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;

    provides IoModel with
            dev.gearbox.engines.jdk.ThreadsModel,
            dev.gearbox.engines.jdk.PoolModel,
            dev.gearbox.engines.jdk.VirtualModel,
            dev.gearbox.engines.jdk.SelectorModel,
            dev.gearbox.engines.jdk.SelectorPoolModel,
            dev.gearbox.engines.jdk.ReactorsModel,
            dev.gearbox.engines.jdk.AsyncModel;
}
