/** The figures of engines, TLS, HTTP and offloads as Micrometer meters: for programs that have Micrometer anyway. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.micrometer {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.core;
    requires static dev.gearbox.http;
    requires static dev.gearbox.protocols;
    requires static dev.gearbox.tls;
    requires transitive micrometer.core;

    exports dev.gearbox.micrometer;
}
