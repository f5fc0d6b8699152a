/** A user's program. It names no engine: those on the module path are found, and resolved, as services. */
module outside {
    requires dev.gearbox.http;
    requires dev.gearbox.micrometer;
    requires dev.gearbox.testkit;
    requires dev.gearbox.tls;
}
