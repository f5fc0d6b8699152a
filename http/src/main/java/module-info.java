/** HTTP/1.1 server and client as protocols; they do no I/O and are independent of the engine. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.http {
    requires transitive dev.gearbox.core;
    requires static transitive org.jspecify;
    // Part of the JDK; without a recording it costs only a few loaded classes.
    requires jdk.jfr;

    exports dev.gearbox.http;
    exports dev.gearbox.http.client;
    exports dev.gearbox.http.server;
    exports dev.gearbox.http.websocket;
}
