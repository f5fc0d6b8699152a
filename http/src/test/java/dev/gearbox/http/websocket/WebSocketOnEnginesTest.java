package dev.gearbox.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.client.HttpClientOptions;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.OwnModels;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** WebSockets over real connections on every engine: our server with the JDK's client and with ours. */
@Timeout(600)
@OwnModels
class WebSocketOnEnginesTest {
    private static final int PATIENCE_SECONDS = 120;
    private static final String LARGE = "0123456789\u20ac".repeat(8_000);

    private static HttpServer server() {
        WebSocketOptions options = WebSocketOptions.DEFAULT.withSubprotocols("echo");
        return HttpServer.of(exchange -> {
            if (exchange.target().equals("/chat")) {
                WebSocketServer.accept(exchange, options, WebSocketOnEnginesTest::echo);
            } else {
                exchange.respond(404, "no such place");
            }
        });
    }

    private static WebSocketSession echo(WebSocket socket) {
        return new WebSocketSession() {
            @Override
            public void text(String message) {
                if (message.equals("leave")) {
                    socket.close(4_000, "as you wish");
                } else {
                    socket.send(message);
                }
            }

            @Override
            public void binary(ByteBuffer message) {
                socket.send(message);
            }
        };
    }

    private static URI uri(Listener listener, String path) {
        return URI.create("ws://127.0.0.1:" + ((InetSocketAddress) listener.address()).getPort() + path);
    }

    private static Listener listen(Engine engine) throws IOException {
        return engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), server(), Options.DEFAULT);
    }

    /** Collects what a WebSocket receives. */
    private static final class Inbox implements WebSocketSession, java.net.http.WebSocket.Listener {
        final BlockingQueue<String> messages = new LinkedBlockingQueue<>();
        private final StringBuilder text = new StringBuilder();

        String next() throws InterruptedException {
            return Optional.ofNullable(messages.poll(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .orElseThrow(() -> new AssertionError("nothing came"));
        }

        @Override
        public void text(String message) {
            messages.add(message);
        }

        @Override
        public void binary(ByteBuffer message) {
            messages.add("binary " + message.remaining());
        }

        @Override
        public void pong(ByteBuffer payload) {
            messages.add("pong " + payload.remaining());
        }

        @Override
        public void closed(int status, String reason) {
            messages.add("closed " + status + " " + reason);
        }

        @Override
        public CompletionStage<?> onText(java.net.http.WebSocket socket, CharSequence part, boolean last) {
            text.append(part);
            if (last) {
                messages.add(text.toString());
                text.setLength(0);
            }
            socket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onPong(java.net.http.WebSocket socket, ByteBuffer payload) {
            messages.add("pong " + payload.remaining());
            socket.request(1);
            return CompletableFuture.completedFuture(null);
        }

        @Override
        public CompletionStage<?> onClose(java.net.http.WebSocket socket, int status, String reason) {
            messages.add("closed " + status + " " + reason);
            return CompletableFuture.completedFuture(null);
        }
    }

    @ParameterizedTest
    @EveryEngine
    void withTheClientOfTheJdk(String spec) throws Exception {
        try (Engine engine = Engines.start(spec);
                Listener listener = listen(engine);
                HttpClient client = HttpClient.newHttpClient()) {
            Inbox inbox = new Inbox();
            java.net.http.WebSocket socket = client.newWebSocketBuilder()
                    .subprotocols("echo")
                    .buildAsync(uri(listener, "/chat"), inbox)
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(socket.getSubprotocol()).isEqualTo("echo");
            socket.sendText("hel", false).join();
            socket.sendText("lo", true).join();
            assertThat(inbox.next()).isEqualTo("hello");
            socket.sendText(LARGE, true).join();
            assertThat(inbox.next()).isEqualTo(LARGE);
            socket.sendPing(ByteBuffer.allocate(5)).join();
            assertThat(inbox.next()).isEqualTo("pong 5");
            socket.sendText("leave", true).join();
            assertThat(inbox.next()).isEqualTo("closed 4000 as you wish");
        }
    }

    @ParameterizedTest
    @EveryEngine
    void withOurClient(String spec) throws Exception {
        try (Engine engine = Engines.start(spec);
                Listener listener = listen(engine)) {
            WebSocketClient client = WebSocketClient.over(
                    engine, HttpClientOptions.DEFAULT, WebSocketOptions.DEFAULT.withSubprotocols("other", "echo"));
            Inbox inbox = new Inbox();
            WebSocket socket = client.open(uri(listener, "/chat"), HttpHeaders.NONE, _ -> inbox)
                    .toCompletableFuture()
                    .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(socket.subprotocol()).contains("echo");
            socket.send("hello");
            assertThat(inbox.next()).isEqualTo("hello");
            socket.send(LARGE);
            assertThat(inbox.next()).isEqualTo(LARGE);
            socket.send(ByteBuffer.allocate(70_000));
            assertThat(inbox.next()).isEqualTo("binary 70000");
            socket.ping(ByteBuffer.allocate(3));
            assertThat(inbox.next()).isEqualTo("pong 3");
            socket.close(1_000, "bye");
            assertThat(inbox.next()).isEqualTo("closed 1000 ");

            Inbox nothing = new Inbox();
            assertThatThrownBy(() -> client.open(uri(listener, "/other"), HttpHeaders.NONE, _ -> nothing)
                            .toCompletableFuture()
                            .get(PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .cause()
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("answered with status 404");
            assertThat(nothing.messages).isEmpty();
        }
    }
}
