package dev.gearbox.studies.fanoutgateway.launch;

import dev.gearbox.studies.fanoutgateway.client.KnownClient;
import dev.gearbox.studies.fanoutgateway.client.SeparateClients;
import dev.gearbox.studies.fanoutgateway.client.ServiceAddresses;
import dev.gearbox.studies.fanoutgateway.gateway.Composition;
import dev.gearbox.studies.fanoutgateway.gateway.Limits;
import dev.gearbox.studies.fanoutgateway.server.Gateway;
import dev.gearbox.studies.fanoutgateway.server.KnownServers;
import dev.gearbox.studies.fanoutgateway.server.Server;
import dev.gearbox.studies.fanoutgateway.style.Style;
import dev.gearbox.studies.fanoutgateway.style.StyleFactory;
import dev.gearbox.studies.fanoutgateway.style.Styles;
import java.io.IOException;
import java.util.Map;
import java.util.function.Function;

/** A running gateway: client, style, gateway and server, closed in the opposite order. */
public final class GatewayProcess implements AutoCloseable {
    private final AutoCloseable client;
    private final Style style;
    private final Gateway gateway;
    private final Server server;

    private GatewayProcess(AutoCloseable client, Style style, Gateway gateway, Server server) {
        this.client = client;
        this.style = style;
        this.gateway = gateway;
        this.server = server;
    }

    /**
     * Starts a gateway.
     *
     * @param styles with the one that the arguments name
     * @param servers with the one that the arguments name
     * @throws IOException if its port cannot be bound; nothing is left running then
     */
    public static GatewayProcess start(GatewayArguments arguments, Styles styles, KnownServers servers)
            throws IOException {
        String engine = KnownServers.engineBeside(arguments.server());
        Limits limits = arguments.limits();
        KnownClient known = KnownClient.of(arguments.client());
        ServiceAddresses services = new ServiceAddresses(arguments.services(), arguments.elsewhere());
        Composition composition = arguments.composition();
        return switch (styles.of(arguments.style())) {
            case StyleFactory.Blocking blocking ->
                start(
                        known.blocking(engine, services, limits),
                        client -> blocking.style(client, limits, composition),
                        arguments,
                        servers);
            case StyleFactory.Resuming resuming ->
                start(
                        known.blocking(engine, services, limits),
                        client -> resuming.style(client, limits, composition),
                        arguments,
                        servers);
            case StyleFactory.Async async ->
                start(
                        known.async(engine, services, limits),
                        client -> async.style(client, limits, composition),
                        arguments,
                        servers);
            case StyleFactory.Separate separate ->
                start(
                        new SeparateClients(engine, services),
                        client -> separate.style(client, limits, composition),
                        arguments,
                        servers);
        };
    }

    private static <C extends AutoCloseable> GatewayProcess start(
            C client, Function<? super C, Style> styleOf, GatewayArguments arguments, KnownServers servers)
            throws IOException {
        Style style;
        try {
            style = styleOf.apply(client);
        } catch (RuntimeException failure) {
            try {
                client.close();
            } catch (Exception closing) {
                failure.addSuppressed(closing);
            }
            throw failure;
        }
        return serve(client, style, arguments, servers);
    }

    private static GatewayProcess serve(
            AutoCloseable client, Style style, GatewayArguments arguments, KnownServers servers) throws IOException {
        Gateway gateway = new Gateway(style, arguments.limits());
        try {
            Server server = servers.of(arguments.server()).start(arguments.port(), gateway);
            return new GatewayProcess(client, style, gateway, server);
        } catch (IOException | RuntimeException failure) {
            close(client, style, gateway);
            throw failure;
        }
    }

    /** Returns the port on which it listens. */
    public int port() {
        return server.port();
    }

    /** Returns the sizes of the server's own pools, by name. */
    public Map<String, Integer> pools() {
        return server.pools();
    }

    /** Returns how many requests are under way. */
    public int open() {
        return gateway.open();
    }

    /** Finishes what is under way. */
    @Override
    public void close() {
        close(client, style, server);
    }

    /** Closes them in the opposite order. */
    private static void close(AutoCloseable client, Style style, AutoCloseable front) {
        try (AutoCloseable _ = client;
                Style _ = style) {
            front.close();
        } catch (RuntimeException failure) {
            throw failure;
        } catch (Exception failure) {
            throw new IllegalStateException("the gateway cannot be closed", failure);
        }
    }
}
