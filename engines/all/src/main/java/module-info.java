/** Aggregates all engines: a module that requires this one finds them all by name, with {@link java.util.ServiceLoader}. Contains no code. */
module dev.gearbox.engines.all {
    requires transitive dev.gearbox.core;
    requires transitive dev.gearbox.engines.auto;
    requires transitive dev.gearbox.engines.jdk;
    requires transitive dev.gearbox.engines.linux;
    requires transitive dev.gearbox.engines.mina;
    requires transitive dev.gearbox.engines.netty;
}
