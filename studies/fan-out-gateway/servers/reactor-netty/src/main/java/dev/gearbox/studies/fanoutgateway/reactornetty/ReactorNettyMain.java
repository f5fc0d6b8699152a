package dev.gearbox.studies.fanoutgateway.reactornetty;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;

/** The subject's JVM for the server {@code reactor-netty}; see {@link GatewayMain}. */
public final class ReactorNettyMain {
    /** The server of this module. */
    public static final KnownServers SERVERS = KnownServers.only("reactor-netty", ReactorNettyServer::new);

    private ReactorNettyMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, SERVERS);
    }
}
