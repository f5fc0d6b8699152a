package dev.gearbox.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a server's connection does when its engine or listener is closed with a grace period. */
class ServerStoppingTest {
    private static final String GET = "GET / HTTP/1.1\r\nHost: x\r\n\r\n";

    private final List<HttpExchange> exchanges = new ArrayList<>();
    private final InMemoryConnection connection = new InMemoryEngine().open(HttpServer.of(exchanges::add));

    private void feed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        connection.feedAll(bytes, 0, bytes.length);
    }

    private void answer() {
        exchanges.removeFirst().respond(200, "hello");
        connection.step();
    }

    private String output() {
        return new String(connection.output(), StandardCharsets.ISO_8859_1);
    }

    private void assertEndsOnceTheClientDoes() {
        assertThat(connection.outputEnded()).isTrue();
        assertThat(connection.closed()).isFalse();
        connection.end();
        assertThat(connection.closed()).isTrue();
        assertThat(connection.aborted()).isFalse();
    }

    @Test
    void aKeptConnectionEndsAtOnce() {
        feed(GET);
        answer();
        connection.stop();
        assertThat(connection.closed()).isTrue();
        assertThat(connection.aborted()).isFalse();
        assertThat(output()).endsWith("hello").doesNotContain("Connection: close");
    }

    @Test
    void aResponseThatTheClientIsStillReadingIsSent() {
        feed(GET);
        connection.takes(offered -> 0);
        answer();
        connection.stop();
        assertThat(connection.closed()).isFalse();
        connection.takes(offered -> offered);
        assertThat(output()).endsWith("hello");
        assertEndsOnceTheClientDoes();
    }

    @Test
    void aRequestIsAnsweredAndTheAnswerSaysThatItIsTheLast() {
        feed(GET);
        connection.stop();
        assertThat(connection.closed()).isFalse();
        answer();
        assertThat(output()).containsIgnoringCase("\r\nConnection: close\r\n").endsWith("hello");
        assertEndsOnceTheClientDoes();
    }

    @Test
    void aRequestThatIsUnderWayIsReceivedAndAnswered() {
        feed(GET.substring(0, 20));
        connection.stop();
        assertThat(connection.closed()).isFalse();
        feed(GET.substring(20));
        answer();
        assertThat(output()).containsIgnoringCase("\r\nConnection: close\r\n");
        assertEndsOnceTheClientDoes();
    }

    @Test
    void anAnswerThatHasBegunIsFinished() {
        feed(GET);
        HttpExchange exchange = exchanges.removeFirst();
        exchange.execute(() -> exchange.begin(200, HttpHeaders.NONE, 5));
        connection.step();
        connection.stop();
        exchange.execute(() -> {
            exchange.write(ByteBuffer.wrap("hello".getBytes(StandardCharsets.ISO_8859_1)));
            exchange.finish();
        });
        connection.step();
        assertThat(output()).endsWith("hello");
        assertEndsOnceTheClientDoes();
    }

    @Test
    void theNextPipelinedRequestIsNotAnswered() {
        feed(GET + GET);
        connection.stop();
        answer();
        assertThat(exchanges).isEmpty();
        assertEndsOnceTheClientDoes();
    }
}
