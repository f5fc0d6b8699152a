package dev.gearbox.studies.fanoutgateway.chat;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpHandler;
import dev.gearbox.http.server.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * The same for every row: Gearbox' own HTTP on an event loop, before polls that wait.
 *
 * <pre>
 *   GET  /hello      answers at once
 *   GET  /poll       answers with the next message that reaches it
 *   POST /messages   passes its body on to the ten polls that have waited longest, as to a room of ten, and answers with "told"
 * </pre>
 */
final class ChatServer implements AutoCloseable {
    /** The polls that a message reaches. */
    static final int ROOM = 10;

    private static final Duration GRACE = Duration.ofSeconds(1);

    private final WaitingPolls polls;
    private final Engine engine;
    private final Listener listener;

    /**
     * Starts a server on a free port of the loopback interface.
     *
     * @param polls closed with it
     * @throws IOException if no port can be bound
     */
    ChatServer(WaitingPolls polls) throws IOException {
        this.polls = polls;
        engine = Engines.start(Engines.canonical(Engines.absence("epoll").isPresent() ? "selector" : "epoll"));
        try {
            listener = engine.listen(
                    new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                    HttpServer.of((HttpHandler) this::handle).abandonedAtEnd(),
                    Options.DEFAULT);
        } catch (IOException | RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    private void handle(HttpExchange exchange) {
        switch (exchange.method() + " " + exchange.target()) {
            case "GET /hello" -> exchange.respond(200, "hello");
            case "GET /poll" -> {
                Cancellable wait = polls.await(message -> exchange.respond(200, message));
                exchange.onClosed(_ -> wait.cancel());
            }
            case "POST /messages" -> {
                String message = StandardCharsets.UTF_8
                        .decode(exchange.body().duplicate())
                        .toString();
                polls.tell(message, ROOM);
                exchange.respond(200, "told");
            }
            default -> exchange.respond(404, "no " + exchange.method() + " " + exchange.target() + " here");
        }
    }

    /** Returns how many polls wait. */
    int waiting() {
        return polls.waiting();
    }

    int port() {
        return ((InetSocketAddress) listener.address()).getPort();
    }

    /** Closes the connections, and ends the threads. */
    @Override
    public void close() {
        listener.close();
        polls.close();
        engine.close(GRACE);
    }
}
