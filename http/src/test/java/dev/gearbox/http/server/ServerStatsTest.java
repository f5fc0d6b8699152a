package dev.gearbox.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.CloseCause;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.HttpStats;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What is counted of a server: its responses by class, and with the engine why it closed a connection. In virtual time. */
class ServerStatsTest {
    private static final HttpLimits LIMITS = HttpLimits.DEFAULT;

    private final InMemoryEngine engine = new InMemoryEngine();
    private long late;
    private final HttpServer server = HttpServer.of(this::handle, LIMITS, () -> late);
    private final InMemoryConnection connection = engine.open(server);

    @AfterEach
    void close() {
        engine.close();
    }

    private void handle(HttpExchange exchange) {
        int status = Integer.parseInt(exchange.target().substring(1));
        if (status == 0) {
            throw new IllegalStateException("planted");
        }
        exchange.respond(status, "a".repeat(10));
    }

    private void feed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        connection.feed(bytes, 0, bytes.length);
        connection.step();
    }

    private void get(int status) {
        feed("GET /" + status + " HTTP/1.1\r\nHost: x\r\n\r\n");
    }

    private void elapse(Duration time) {
        late += time.toNanos();
        connection.elapse(time.toNanos());
    }

    private void counted(CloseCause cause) {
        for (int second = 0; second < 5 && !connection.closed(); second++) {
            elapse(Duration.ofSeconds(1));
        }
        assertThat(connection.closed()).isTrue();
        assertThat(engine.stats().closed(cause))
                .as("%s", engine.stats().closed())
                .isOne();
    }

    @Test
    void responsesAreCountedByClass() {
        for (int status : new int[] {200, 201, 304, 404, 418, 499, 599, 600, 999}) {
            get(status);
        }
        assertThat(server.stats()).isEqualTo(new HttpStats(0, 2, 1, 3, 1, 2));
    }

    @Test
    void whatTheServerRefusesIsAClientErrorAndAProtocolError() {
        feed("GARBAGE\r\n\r\n");
        assertThat(server.stats()).isEqualTo(new HttpStats(0, 0, 0, 1, 0, 0));
        counted(CloseCause.PROTOCOL_ERROR);
    }

    @Test
    void aHandlerThatThrowsIsAServerErrorAndACallbackError() {
        get(0);
        assertThat(server.stats()).isEqualTo(new HttpStats(0, 0, 0, 0, 1, 0));
        counted(CloseCause.CALLBACK_ERROR);
    }

    @Test
    void anIncompleteRequest() {
        feed("GET / HT");
        elapse(LIMITS.message());
        assertThat(server.stats()).isEqualTo(new HttpStats(0, 0, 0, 1, 0, 0));
        counted(CloseCause.READ_TIMEOUT);
    }

    @Test
    void anIdleConnection() {
        get(200);
        elapse(LIMITS.idle());
        counted(CloseCause.IDLE_TIMEOUT);
    }

    @Test
    void aClientThatDoesNotRead() {
        connection.takes(offered -> 0);
        get(200);
        elapse(LIMITS.idle());
        elapse(LIMITS.idle());
        counted(CloseCause.WRITE_TIMEOUT);
    }

    /** The client keeps its side open after the last response: that is no failure. */
    @Test
    void aLastResponse() {
        feed("GET /200 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
        counted(CloseCause.OURS);
    }
}
