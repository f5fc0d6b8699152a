package dev.gearbox.studies.fanoutgateway.helidon;

import dev.gearbox.core.Cancellable;
import dev.gearbox.studies.fanoutgateway.gateway.Reply;
import dev.gearbox.studies.fanoutgateway.server.Gateway;
import dev.gearbox.studies.fanoutgateway.server.Server;
import dev.gearbox.studies.fanoutgateway.server.ServerFactory;
import io.helidon.webserver.WebServer;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Helidon SE: a virtual thread for each connection reads a request, blocks until the gateway has the reply, writes it and reads the next.
 *
 * <pre>
 *   acceptor's thread            |- accepts -|
 *   connection's virtual thread              |- parses -|........ blocks ........|- writes -|- next request
 *   the style's threads                                 |- ... -|- joins -|
 * </pre>
 *
 * Design: thread per connection, made cheap by virtual threads: Helidon 4 (2023) gave up its event loops of Netty for it. What limits it: nothing
 * of its own, all limits are off by default; the carriers are as many as processors. A style that blocks runs on a thread of the gateway's, which its
 * deadline can interrupt: one hand-over more than a handler that calls by itself.
 *
 * <p>A client that goes away is noticed when its answer is written: its virtual thread waits for the reply, and so does not read from the connection. So
 * the work for it goes on to its end or its deadline. After a stop its timer of idle connections is left to the garbage collector.
 */
public final class HelidonServer implements Server {
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** Strong references: the JDK's logging drops the level of a logger that is garbage-collected. */
    private static final Logger LOGGER = Logger.getLogger("io.helidon");

    /** It prints the trace of a port that is taken; here it is an exception. */
    private static final Logger START_LOGGER = Logger.getLogger("io.helidon.webserver.LoomServer");

    private final Gateway gateway;
    private final WebServer server;

    /**
     * Starts a server on the loopback interface.
     *
     * @param port 0 for a free one
     * @throws IOException if the port cannot be bound
     */
    public HelidonServer(int port, Gateway gateway) throws IOException {
        this.gateway = gateway;
        LOGGER.setLevel(Level.WARNING);
        START_LOGGER.setLevel(Level.OFF);
        server = WebServer.builder()
                .address(InetAddress.getLoopbackAddress())
                .port(port)
                .shutdownHook(false)
                .shutdownGracePeriod(gateway.deadline().plus(GRACE))
                .routing(routing -> routing.any(this::handle))
                .build()
                .start();
        if (!server.isRunning()) {
            server.stop();
            throw ServerFactory.refused(port, reason(port));
        }
    }

    /** Returns why the port cannot be bound, which Helidon 4.5 only logs. */
    private static IOException reason(int port) {
        try {
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            return new BindException("could not be bound a moment ago");
        } catch (IOException refused) {
            return refused;
        }
    }

    private void handle(ServerRequest request, ServerResponse response) throws InterruptedException {
        CompletableFuture<Reply> answered = new CompletableFuture<>();
        Cancellable work = gateway.answer(request.prologue().method().text(), target(request), answered::complete);
        try {
            Reply reply = answered.get();
            response.status(reply.status());
            reply.headers().forEach(response::header);
            response.send(reply.bytes());
        } catch (InterruptedException stopped) {
            work.cancel();
            throw stopped;
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a reply cannot fail", impossible);
        }
    }

    private static String target(ServerRequest request) {
        String query = request.query().rawValue();
        String path = request.path().rawPath();
        return query.isEmpty() ? path : path + "?" + query;
    }

    @Override
    public int port() {
        return server.port();
    }

    /** There are none. */
    @Override
    public Map<String, Integer> pools() {
        return Map.of();
    }

    @Override
    public void close() {
        server.stop(); // waits for requests under way
        gateway.close();
    }
}
