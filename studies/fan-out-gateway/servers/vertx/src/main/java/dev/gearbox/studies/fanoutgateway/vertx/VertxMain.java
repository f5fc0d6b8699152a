package dev.gearbox.studies.fanoutgateway.vertx;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;

/** The subject's JVM for the server {@code vertx}; see {@link GatewayMain}. */
public final class VertxMain {
    /** The server of this module. */
    public static final KnownServers SERVERS = KnownServers.only("vertx", VertxServer::new);

    private VertxMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, SERVERS);
    }
}
