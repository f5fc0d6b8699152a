package dev.gearbox.studies.fanoutgateway.helidon;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;

/** The subject's JVM for the server {@code helidon}; see {@link GatewayMain}. */
public final class HelidonMain {
    /** The server of this module. */
    public static final KnownServers SERVERS = KnownServers.only("helidon", HelidonServer::new);

    private HelidonMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, SERVERS);
    }
}
