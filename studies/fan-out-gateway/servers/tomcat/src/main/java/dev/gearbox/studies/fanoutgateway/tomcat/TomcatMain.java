package dev.gearbox.studies.fanoutgateway.tomcat;

import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;

/** The subject's JVM for the server {@code tomcat}; see {@link GatewayMain}. */
public final class TomcatMain {
    /** The server of this module. */
    public static final KnownServers SERVERS = KnownServers.only("tomcat", TomcatServer::new);

    private TomcatMain() {}

    /**
     * Serves.
     *
     * @param arguments those of {@link GatewayMain}
     */
    public static void main(String[] arguments) {
        GatewayMain.serve(arguments, SERVERS);
    }
}
