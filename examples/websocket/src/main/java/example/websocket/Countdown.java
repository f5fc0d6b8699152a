package example.websocket;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.http.websocket.WebSocket;
import dev.gearbox.http.websocket.WebSocketClient;
import dev.gearbox.http.websocket.WebSocketServer;
import dev.gearbox.http.websocket.WebSocketSession;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** A server of WebSockets that counts down from the number it receives, then closes, and a client on the same engine. Argument: an engine's spec. */
public final class Countdown {
    public static void main(String... arguments) throws Exception {
        InetSocketAddress anyPort = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        CompletableFuture<String> ended = new CompletableFuture<>();
        try (Engine engine = Engines.start(arguments[0]);
                Listener listener = engine.listen(anyPort, HttpServer.of(Countdown::serve), Options.DEFAULT)) {
            URI address = URI.create(
                    "ws://127.0.0.1:" + ((InetSocketAddress) listener.address()).getPort() + "/countdown");
            WebSocket client = WebSocketClient.over(engine)
                    .open(address, HttpHeaders.NONE, socket -> new Printing(ended))
                    .toCompletableFuture()
                    .get(10, TimeUnit.SECONDS);
            client.send("3");
            System.out.println(ended.get(10, TimeUnit.SECONDS));
        }
    }

    /** One address has WebSockets, all others plain HTTP. */
    private static void serve(HttpExchange exchange) {
        if (exchange.target().equals("/countdown")) {
            WebSocketServer.accept(exchange, socket -> text -> count(socket, Integer.parseInt(text)));
        } else {
            exchange.respond(404, "no such page");
        }
    }

    /** Messages may be sent at any time: here by a timer of the connection. */
    private static void count(WebSocket socket, int number) {
        if (number == 0) {
            socket.close(1000, "lift-off");
        } else {
            socket.send(Integer.toString(number));
            socket.schedule(Duration.ofMillis(20), () -> count(socket, number - 1));
        }
    }

    /** Prints what it receives, and completes a future at the end. */
    private record Printing(CompletableFuture<String> ended) implements WebSocketSession {
        @Override
        public void text(String message) {
            System.out.println(message);
        }

        @Override
        public void closed(int status, String reason) {
            ended.complete("closed with " + status + ": " + reason);
        }
    }
}
