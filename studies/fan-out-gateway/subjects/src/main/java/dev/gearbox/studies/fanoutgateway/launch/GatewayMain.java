package dev.gearbox.studies.fanoutgateway.launch;

import dev.gearbox.studies.fanoutgateway.client.KnownClient;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The subject's JVM: serves {@code GET /users/ID/overview} until the lab ends. {@code --style X --services http://HOST:PORT [--server Y] [--client Z]
 * [--shape YAML] [--archived USER] [--port P] [--threads N] [--connections N] [--queue N] [--deadline-millis N]}. Exit code 2 and one line on standard error: the arguments are invalid;
 * 1: the port cannot be bound.
 */
public final class GatewayMain {
    private GatewayMain() {}

    /** Returns the known styles, sorted by name. */
    public static Set<String> styles() {
        return Styles.OWN.names();
    }

    /**
     * Returns the name of the client that a style has unless another is named.
     *
     * @throws IllegalArgumentException if there is no such style
     */
    public static String usualClient(String style) {
        return KnownClient.usual(Styles.OWN.of(style).blocks()).label();
    }

    /** Returns the names of all clients. */
    public static List<String> clients() {
        return KnownClient.labels();
    }

    /**
     * Returns a limit of a gateway that is given none.
     *
     * @param name {@code threads}, {@code connections} or {@code queue}
     */
    public static int limit(String name) {
        return switch (name) {
            case "threads" -> Limits.DEFAULT.threads();
            case "connections" -> Limits.DEFAULT.connections();
            case "queue" -> Limits.DEFAULT.queue();
            default -> throw new IllegalArgumentException("no limit \"" + name + "\"");
        };
    }

    /**
     * Serves.
     *
     * @param arguments see above
     */
    public static void main(String[] arguments) {
        serve(arguments, Styles.OWN);
    }

    /** Serves with a style of another module, which has a main class of its own: so a gateway's JVM holds no other module's framework. */
    public static void serve(String[] arguments, Styles styles) {
        serve(arguments, styles, KnownServers.OWN);
    }

    /** Serves with a style of this module and the server of another one. */
    public static void serve(String[] arguments, KnownServers servers) {
        serve(arguments, Styles.OWN, servers);
    }

    private static void serve(String[] arguments, Styles styles, KnownServers servers) {
        try {
            GatewayArguments parsed = GatewayArguments.parse(List.of(arguments), styles, servers);
            GatewayProcess gateway = GatewayProcess.start(parsed, styles, servers);
            Runtime.getRuntime().addShutdownHook(new Thread(gateway::close));
            Map<String, Object> stamp = new LinkedHashMap<>();
            stamp.put("style", parsed.style());
            stamp.put("server", parsed.server());
            stamp.put("serverPools", gateway.pools());
            stamp.put("client", parsed.client());
            stamp.put("limits", parsed.limits().fields());
            SubjectConsole.serve(gateway.port(), stamp, () -> Map.of("open", gateway.open()));
        } catch (IllegalArgumentException invalid) {
            System.err.println(invalid.getMessage());
            System.exit(2);
        } catch (IOException failed) {
            System.err.println("cannot listen: " + failed.getMessage());
            System.exit(1);
        }
    }
}
