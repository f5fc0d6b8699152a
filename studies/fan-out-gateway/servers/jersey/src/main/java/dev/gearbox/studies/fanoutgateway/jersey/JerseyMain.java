package dev.gearbox.studies.fanoutgateway.jersey;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;

/** The subject's JVM for the server {@code jersey}; see {@link GatewayMain}. */
public final class JerseyMain {
    /** The server of this module. */
    public static final KnownServers SERVERS = KnownServers.only("jersey", JerseyServer::new);

    private JerseyMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, SERVERS);
    }
}
