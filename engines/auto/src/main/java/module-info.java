import dev.gearbox.core.IoModel;

/** Engines made of engines, which shift connections among their parts. Nothing is exported: they are found by {@link java.util.ServiceLoader}. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.engines.auto {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;

    provides IoModel with
            dev.gearbox.engines.auto.EvictingModel,
            dev.gearbox.engines.auto.ParkingModel;
}
