/** The gateway's server Jersey on Grizzly. */
@org.jspecify.annotations.NullMarked
module dev.gearbox.studies.fanoutgateway.jersey {
    requires static transitive org.jspecify;
    requires transitive dev.gearbox.studies.fanoutgateway.subjects;
    requires transitive jakarta.ws.rs;
    requires java.logging;
    requires org.glassfish.grizzly;
    requires org.glassfish.grizzly.http;
    requires org.glassfish.grizzly.http.server;
    requires org.glassfish.jersey.container.grizzly2.http;
    requires org.glassfish.jersey.core.common;
    requires org.glassfish.jersey.core.server;
    // Found by its service only.
    requires org.glassfish.jersey.inject.hk2;

    exports dev.gearbox.studies.fanoutgateway.jersey;
}
