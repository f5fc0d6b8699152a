package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which connection an exchange gets, and which origins the client remembers; in memory, step by step. */
class ClientPoolTest {
    private static final byte[] OK =
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok".getBytes(StandardCharsets.ISO_8859_1);
    private static final int LISTENS = 1;

    private final InMemoryEngine engine = new InMemoryEngine();
    private final List<InMemoryConnection> opened = new ArrayList<>();
    private final List<Connection> connections = new ArrayList<>();

    @AfterEach
    void close() {
        engine.close();
    }

    /** Connections to one port are opened in memory, those to others are refused. */
    private HttpClient client(HttpLimits limits) {
        HttpDialer dialer = (origin, protocol) -> (_, address, _) -> {
            if (origin.port() != LISTENS) {
                return CompletableFuture.failedFuture(new ConnectException("refused: " + (InetSocketAddress) address));
            }
            opened.add(engine.open(connection -> {
                connections.add(connection);
                return protocol.open(connection);
            }));
            return CompletableFuture.completedFuture(connections.getLast());
        };
        return HttpClient.over(
                engine, HttpClientOptions.DEFAULT.withLimits(limits).withDialer(dialer));
    }

    private static HttpRequest request(String method, int port) {
        return HttpRequest.of(
                method, URI.create("http://127.0.0.1:" + port + "/"), HttpHeaders.NONE, ByteBuffer.allocate(0));
    }

    /**
     * An idle connection reaches its timeout, and is assigned a request between that and its close, which is delayed because output is still queued:
     * the request is sent on another connection, even one that must not be sent twice.
     */
    @Test
    void assignedAsItsTimeIsOver() {
        HttpClient client = client(HttpLimits.DEFAULT.withTimes(Duration.ofSeconds(30), Duration.ofNanos(1)));
        CompletableFuture<FullResponse> first =
                FullResponse.of(client, request("GET", LISTENS)).toCompletableFuture();
        InMemoryConnection idle = opened.getFirst();
        connections.getFirst().execute(() -> connections.getFirst().write(ByteBuffer.allocate(10)));
        idle.takes(_ -> 0);
        idle.step();
        idle.feedAll(OK, 0, OK.length);
        assertThat(first).isCompleted();

        List<CompletableFuture<FullResponse>> second = new ArrayList<>();
        connections
                .getFirst()
                .execute(() -> second.add(
                        FullResponse.of(client, request("POST", LISTENS)).toCompletableFuture()));
        idle.elapse(1); // in one turn: the request is assigned, the timeout expires
        idle.step();
        assertThat(second.getFirst()).isNotDone();
        assertThat(opened).hasSize(2);
        InMemoryConnection other = opened.getLast();
        assertThat(new String(other.output(), StandardCharsets.ISO_8859_1)).startsWith("POST / ");
        other.feedAll(OK, 0, OK.length);
        assertThat(second.getFirst()).isCompleted();
    }

    /** A crawler's client meets many origins: unused ones are forgotten, used ones are kept. */
    @Test
    void originsAreForgotten() {
        HttpClient client = client(HttpLimits.DEFAULT);
        CompletableFuture<FullResponse> first =
                FullResponse.of(client, request("GET", LISTENS)).toCompletableFuture();
        opened.getFirst().feedAll(OK, 0, OK.length);
        assertThat(first).isCompleted();
        for (int port = LISTENS + 1; port < 5 * HttpClient.REMEMBERED; port++) {
            assertThat(FullResponse.of(client, request("GET", port)).toCompletableFuture())
                    .isCompletedExceptionally();
            assertThat(client.origins()).isLessThanOrEqualTo(HttpClient.REMEMBERED);
        }
        FullResponse.of(client, request("GET", LISTENS));
        opened.getFirst().step();
        assertThat(opened).hasSize(1);
        assertThat(client.connections()).isEqualTo(1);
    }
}
