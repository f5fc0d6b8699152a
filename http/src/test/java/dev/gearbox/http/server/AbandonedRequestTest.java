package dev.gearbox.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client that ends its side while its request is being answered gets its answer, or, with {@code abandonedAtEnd}, has abandoned the request. */
class AbandonedRequestTest {
    private static final byte[] GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final List<HttpExchange> exchanges = new ArrayList<>();
    private int abandoned;

    private InMemoryConnection open(HttpServer server) {
        InMemoryConnection connection = new InMemoryEngine().open(server);
        connection.feedAll(GET, 0, GET.length);
        return connection;
    }

    private HttpServer server() {
        return HttpServer.of((HttpHandler) exchange -> {
            exchanges.add(exchange);
            exchange.onClosed(_ -> abandoned++);
        });
    }

    @Test
    void a_client_may_end_its_side_and_wait_for_the_response() {
        InMemoryConnection connection = open(server());
        connection.end();
        exchanges.getFirst().respond(200, "hello");
        connection.step();
        assertThat(new String(connection.output(), StandardCharsets.ISO_8859_1)).endsWith("hello");
        assertThat(abandoned).isZero();
    }

    @Test
    void a_server_that_is_abandoned_at_the_end_drops_the_request() {
        InMemoryConnection connection = open(server().abandonedAtEnd());
        connection.end();
        assertThat(abandoned).isEqualTo(1);
        assertThat(connection.aborted()).isTrue();
    }

    @Test
    void a_handler_that_throws_hands_its_request_back() {
        InMemoryConnection connection = open(HttpServer.of((HttpHandler) exchange -> {
            exchanges.add(exchange);
            exchange.onClosed(_ -> abandoned++);
            throw new IllegalStateException("planted");
        }));
        assertThat(abandoned).as("what it has begun is to end").isEqualTo(1);
        exchanges.getFirst().respond(200, "too late");
        connection.step();
        assertThat(new String(connection.output(), StandardCharsets.ISO_8859_1))
                .startsWith("HTTP/1.1 500 ")
                .doesNotContain("too late");
        connection.end();
        assertThat(connection.closed()).isTrue();
        assertThat(abandoned).isEqualTo(1);
    }

    @Test
    void the_end_after_a_response_is_an_ordinary_one() {
        InMemoryConnection connection = open(server().abandonedAtEnd());
        exchanges.getFirst().respond(200, "hello");
        connection.step();
        connection.end();
        assertThat(abandoned).isZero();
        assertThat(connection.closed()).isTrue();
        assertThat(connection.aborted()).isFalse();
    }
}
