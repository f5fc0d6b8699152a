package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.http.Hello;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.protocols.Offload;
import dev.gearbox.testkit.Conditions;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that are slow, invalid or gone: each failure has a kind, and no other exchange is affected. */
@Timeout(600)
class HttpHostileTest {
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final HttpLimits HASTY =
            HttpLimits.DEFAULT.withTimes(Duration.ofMillis(200), Duration.ofMillis(200));

    private final List<AutoCloseable> open = new ArrayList<>();
    private final AtomicInteger accepted = new AtomicInteger();
    private final Engine engine = Engines.start("selector");

    @AfterEach
    void close() throws Exception {
        engine.close();
        for (AutoCloseable each : open.reversed()) {
            each.close();
        }
    }

    /** What a server does with one connection, after the first request arrived; connections are numbered from 1. */
    @FunctionalInterface
    private interface Script {
        void run(Socket socket, int connection) throws IOException;
    }

    private URI server(Script script) throws IOException {
        ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        open.add(listening);
        Thread.ofVirtual().start(() -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    int number = accepted.incrementAndGet();
                    Thread.ofVirtual().start(() -> serve(socket, number, script));
                }
            } catch (IOException closed) {
                assertThat(listening.isClosed()).isTrue();
            }
        });
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    private static void serve(Socket socket, int number, Script script) {
        try (socket) {
            request(socket);
            script.run(socket, number);
        } catch (IOException gone) {
            // The client hung up, which some tests provoke.
            assertThat(gone).isNotNull();
        }
    }

    private static void request(Socket socket) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int c = socket.getInputStream().read();
            if (c < 0) {
                throw new IOException("no request");
            }
            head.append((char) c);
        }
    }

    private static void say(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static void untilHungUp(Socket socket) throws IOException {
        socket.getInputStream().transferTo(OutputStream.nullOutputStream());
    }

    private HttpClient client(HttpClientOptions options) {
        HttpClient client = HttpClient.over(engine, options);
        open.add(client);
        return client;
    }

    private static String outcome(HttpClient client, HttpRequest request) {
        try {
            FullResponse response = FullResponse.of(client, request)
                    .toCompletableFuture()
                    .orTimeout(HttpFixture.PATIENCE_SECONDS, TimeUnit.SECONDS)
                    .join();
            return response.status() + " " + HttpFixture.text(response);
        } catch (CompletionException failed) {
            return failed.getCause() instanceof HttpFailure failure
                    ? failure.kind().name()
                    : failed.toString();
        }
    }

    @Test
    void aServerThatResets() throws Exception {
        URI uri = server((socket, _) -> {
            say(socket, "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nsome");
            socket.setSoLinger(true, 0);
        });
        assertThat(outcome(client(HttpClientOptions.DEFAULT), HttpRequest.get(uri)))
                .isEqualTo("RESET");
    }

    @Test
    void aServerThatNeverAnswersOrDrips() throws Exception {
        HttpClient client = client(HttpClientOptions.DEFAULT.withLimits(HASTY));
        URI silent = server((socket, _) -> untilHungUp(socket));
        assertThat(outcome(client, HttpRequest.get(silent))).isEqualTo("TIMEOUT");
        URI dripping = server((socket, _) -> {
            say(socket, "HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                say(socket, "a");
            }
        });
        assertThat(outcome(
                        client(HttpClientOptions.DEFAULT.withLimits(HASTY.withBody(Long.MAX_VALUE / 16))),
                        HttpRequest.get(dripping)))
                .isEqualTo("TIMEOUT");
    }

    @Test
    void nobodyListens() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        HttpClient client = client(HttpClientOptions.DEFAULT);
        assertThat(outcome(client, HttpRequest.get(URI.create("http://127.0.0.1:" + port + "/"))))
                .isEqualTo("CONNECT");
        assertThat(outcome(client, HttpRequest.get(URI.create("http://no-such-host.invalid/"))))
                .isEqualTo("CONNECT");
        assertThat(client.connections()).isZero();
    }

    @Test
    void aBoundAndAServerThatIsGone() throws Exception {
        int port;
        try (ServerSocket socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        HttpClient client = client(HttpClientOptions.DEFAULT.withConnectionsPerOrigin(1));
        List<CompletableFuture<FullResponse>> responses = new ArrayList<>();
        for (int count = 0; count < 50; count++) {
            responses.add(FullResponse.of(client, HttpRequest.get(URI.create("http://127.0.0.1:" + port + "/")))
                    .toCompletableFuture());
        }
        for (CompletableFuture<FullResponse> response : responses) {
            assertThat(response.handle((_, failure) -> failure).get(120, TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            HttpFailure.class,
                            failure -> assertThat(failure.kind()).isEqualTo(HttpFailure.Kind.CONNECT));
        }
    }

    /** Ten thousand exchanges wait for a connection when the engine closes: each fails, and none recursively. */
    @Test
    void manyWaitForAnEngineThatCloses() throws Exception {
        URI uri = server((socket, _) -> untilHungUp(socket));
        HttpClient client = client(HttpClientOptions.DEFAULT.withConnectionsPerOrigin(1));
        List<CompletableFuture<FullResponse>> responses = new ArrayList<>();
        for (int count = 0; count < 10_000; count++) {
            responses.add(FullResponse.of(client, HttpRequest.get(uri)).toCompletableFuture());
        }
        engine.close();
        for (CompletableFuture<FullResponse> response : responses) {
            assertThat(response.handle((_, failure) -> failure).get(120, TimeUnit.SECONDS))
                    .isInstanceOf(HttpFailure.class);
        }
        assertThat(client.connections()).isZero();
    }

    /** The server closes each connection after its first response without announcing it: the next request finds it closed, and is retried. */
    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void aKeptConnectionThatTheServerClosed(String method) throws Exception {
        URI uri = server((socket, _) -> {
            say(socket, OK);
            request(socket); // and closes, with the request read and not answered
        });
        HttpClient client = client(HttpClientOptions.DEFAULT);
        HttpRequest request = HttpRequest.of(method, uri, HttpHeaders.NONE, ByteBuffer.allocate(0));
        assertThat(outcome(client, request)).isEqualTo("200 ok");
        assertThat(outcome(client, request)).isEqualTo(method.equals("GET") ? "200 ok" : "TRUNCATED");
        assertThat(accepted).hasValue(method.equals("GET") ? 2 : 1);
    }

    @Test
    void onceMoreIsNotTwice() throws Exception {
        URI uri = server((socket, connection) -> {
            if (connection == 1) {
                say(socket, OK);
                request(socket);
            }
        });
        HttpClient client = client(HttpClientOptions.DEFAULT);
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("200 ok");
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("TRUNCATED");
        assertThat(accepted).hasValue(2);
    }

    @Test
    void unaskedBytesOnAnIdleConnection() throws Exception {
        URI uri = server((socket, connection) -> {
            say(socket, OK);
            if (connection == 1) {
                say(socket, OK);
                untilHungUp(socket);
            }
        });
        HttpClient client = client(HttpClientOptions.DEFAULT);
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("200 ok");
        Conditions.await("it hangs up", () -> client.connections() == 0);
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("200 ok");
    }

    @Test
    void idleConnectionsAreClosed() throws Exception {
        URI uri = server((socket, _) -> {
            say(socket, OK);
            untilHungUp(socket);
        });
        HttpLimits soonIdle = HttpLimits.DEFAULT.withTimes(Duration.ofMinutes(1), Duration.ofMillis(200));
        HttpClient client = client(HttpClientOptions.DEFAULT.withLimits(soonIdle));
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("200 ok");
        Conditions.await("it is closed", () -> client.connections() == 0);
    }

    @Test
    void calledOffAndClosed() throws Exception {
        URI uri = server((socket, _) -> untilHungUp(socket));
        HttpClient client = client(HttpClientOptions.DEFAULT.withConnectionsPerOrigin(1));
        List<CompletableFuture<HttpFailure.Kind>> failures = new ArrayList<>();
        for (int count = 0; count < 3; count++) {
            CompletableFuture<HttpFailure.Kind> failed = new CompletableFuture<>();
            failures.add(failed);
            var sent = client.send(
                    HttpRequest.get(uri),
                    FullResponse.collect(
                            _ -> failed.completeExceptionally(new AssertionError()),
                            failure -> failed.complete(failure.kind())));
            if (count == 1) {
                sent.cancel(); // it waits
                assertThat(failed).isCompletedWithValue(HttpFailure.Kind.CANCELLED);
            }
        }
        client.close();
        for (CompletableFuture<HttpFailure.Kind> failure : failures) {
            assertThat(failure.get(120, TimeUnit.SECONDS)).isEqualTo(HttpFailure.Kind.CANCELLED);
        }
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("CANCELLED");
        Conditions.await("its connections are closed", () -> client.connections() == 0);
    }

    @Test
    void aHandlerThatThrows() throws Exception {
        URI uri = server((socket, _) -> say(socket, OK));
        CompletableFuture<HttpFailure> failed = new CompletableFuture<>();
        HttpClient client = client(HttpClientOptions.DEFAULT);
        client.send(HttpRequest.get(uri), new HttpResponseHandler() {
            @Override
            public void head(HttpResponse response) {
                throw new IllegalStateException("on purpose");
            }

            @Override
            public void body(ByteBuffer piece) {}

            @Override
            public void complete() {
                failed.completeExceptionally(new AssertionError("complete"));
            }

            @Override
            public void failed(HttpFailure failure) {
                failed.complete(failure);
            }
        });
        HttpFailure failure = failed.get(120, TimeUnit.SECONDS);
        assertThat(failure.kind()).isEqualTo(HttpFailure.Kind.HANDLER);
        assertThat(failure.getCause()).hasMessage("on purpose");
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("200 ok");
    }

    @Test
    void offloaded() throws Exception {
        URI uri = server((socket, _) -> say(socket, OK));
        List<Offload> offloads = new ArrayList<>();
        HttpClient client = client(HttpClientOptions.DEFAULT.decorated(protocol -> {
            offloads.add(Offload.to(1, protocol));
            return offloads.getLast();
        }));
        CompletableFuture<String> thread = new CompletableFuture<>();
        client.send(
                HttpRequest.get(uri),
                FullResponse.collect(
                        _ -> thread.complete(Thread.currentThread().getName()), thread::completeExceptionally));
        assertThat(thread.get(120, TimeUnit.SECONDS)).startsWith("offload-");
        assertThat(outcome(client, HttpRequest.get(uri))).isEqualTo("200 ok");
        assertThat(offloads).hasSize(1);
        engine.close();
        offloads.getLast().close();
    }

    @Test
    void aClientThatDoesNotFinishItsRequest() throws Exception {
        try (HttpFixture served = new HttpFixture("selector", HttpServer.of(new Hello(), HASTY))) {
            assertThat(served.say("GET / HTTP/1.1\r\nHost: x\r\n")).startsWith("HTTP/1.1 408 ");
            assertThat(served.say("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\n\r\nab"))
                    .startsWith("HTTP/1.1 408 ");
            assertThat(served.say("")).isEmpty();
        }
    }

    /** The client requests a large body and reads none of it. */
    @Test
    void aClientThatDoesNotRead() throws Exception {
        try (HttpFixture served = new HttpFixture("selector", HttpServer.of(new Hello(), HASTY));
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(4096);
            socket.connect(served.listener.address());
            say(socket, "GET /large HTTP/1.1\r\nHost: x\r\n\r\n".repeat(5));
            Conditions.await(
                    "it is let go",
                    () -> served.engine.stats().accepted() == 1
                            && served.listener.connections().findAny().isEmpty());
        }
    }

    /** The response to a refused request arrives although the client continues to send. */
    @Test
    void aRefusalArrives() throws Exception {
        try (HttpFixture served =
                new HttpFixture("selector", HttpServer.of(new Hello(), HttpLimits.DEFAULT.withBody(10)))) {
            String body = "a".repeat(1_000_000);
            assertThat(served.say("POST /echo HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n" + body))
                    .startsWith("HTTP/1.1 413 ");
        }
    }

    @Test
    void aClientThatGoesAwayIsReported() throws Exception {
        CompletableFuture<Boolean> told = new CompletableFuture<>();
        CompletableFuture<Boolean> asked = new CompletableFuture<>();
        HttpServer server = HttpServer.of(exchange -> {
            exchange.onClosed(_ -> told.complete(true));
            asked.complete(true);
        });
        try (HttpFixture served = new HttpFixture("selector", server)) {
            Socket socket = served.socket();
            say(socket, "GET / HTTP/1.1\r\nHost: x\r\n\r\n");
            asked.get(120, TimeUnit.SECONDS);
            socket.setSoLinger(true, 0);
            socket.close();
            assertThat(told.get(120, TimeUnit.SECONDS)).isTrue();
        }
    }
}
