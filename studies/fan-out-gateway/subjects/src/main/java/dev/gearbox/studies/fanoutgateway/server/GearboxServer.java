package dev.gearbox.studies.fanoutgateway.server;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpHandler;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Gearbox' own HTTP on an event loop. Requests never block the loop: they run on the gateway's threads, or on none. A client that resets its connection
 * or ends its side is gone, and the work for it stops.
 */
public final class GearboxServer implements Server {
    private static final Duration GRACE = Duration.ofSeconds(1);

    private static final HttpLimits LIMITS = HttpLimits.DEFAULT.withTimes(HttpLimits.DEFAULT.message(), IDLE);

    private final Gateway gateway;
    private final Engine engine;
    private final Listener listener;

    /**
     * Starts a server on the loopback interface.
     *
     * @param spec the engine
     * @param port 0 for a free one
     * @throws IOException if the port cannot be bound
     * @throws dev.gearbox.core.BadSpecException if there is no such engine
     */
    public GearboxServer(String spec, int port, Gateway gateway) throws IOException {
        this.gateway = gateway;
        engine = Engines.start(spec);
        try {
            listener = engine.listen(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                    HttpServer.of((HttpHandler) this::handle, LIMITS).abandonedAtEnd(),
                    Options.DEFAULT);
        } catch (IOException | RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    private void handle(HttpExchange exchange) {
        Cancellable work = gateway.answer(exchange.method(), exchange.target(), reply -> respond(exchange, reply));
        exchange.onClosed(_ -> work.cancel());
    }

    private static void respond(HttpExchange exchange, Reply reply) {
        String[] fields = reply.headers().entrySet().stream()
                .flatMap(field -> Stream.of(field.getKey(), field.getValue()))
                .toArray(String[]::new);
        exchange.respond(reply.status(), HttpHeaders.of(fields), reply.body());
    }

    @Override
    public int port() {
        return ((InetSocketAddress) listener.address()).getPort();
    }

    /** An event loop. */
    @Override
    public Map<String, Integer> pools() {
        return Map.of("eventLoops", 1);
    }

    @Override
    public void close() {
        listener.close();
        gateway.close();
        engine.close(GRACE);
    }
}
