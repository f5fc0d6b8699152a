import dev.gearbox.core.model.IoModel;

/**
 * Engines composed of engines, which shift connections between their parts. They are found by {@link java.util.ServiceLoader}; only the policy, which decides
 * when and why connections are shifted, is exported.
 */
@org.jspecify.annotations.NullMarked
module dev.gearbox.engines.auto {
    requires static transitive org.jspecify;
    requires dev.gearbox.core;
    requires java.management;
    requires jdk.jfr;

    exports dev.gearbox.engines.auto.policy;

    provides IoModel with
            dev.gearbox.engines.auto.AutoModel,
            dev.gearbox.engines.auto.EvictingModel,
            dev.gearbox.engines.auto.ParkingModel;
}
