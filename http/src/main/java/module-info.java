/** HTTP/1.1 as protocols, a server's and a client's: it does no I/O and knows no engine. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.http {
    requires transitive dev.gearbox.core;
    requires static transitive org.jspecify;
    requires org.apache.httpcomponents.core5.httpcore5;

    exports dev.gearbox.http;
    exports dev.gearbox.http.client;
    exports dev.gearbox.http.server;
}
