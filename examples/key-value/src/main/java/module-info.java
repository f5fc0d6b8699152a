/** The engines are services: a jar with engines on the module path is enough. */
module example.keyvalue {
    requires dev.gearbox.core;
    requires dev.gearbox.protocols;
}
