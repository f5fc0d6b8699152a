package dev.gearbox.http.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A request whose body is streamed, event by event: when it is read, when the client is asked to send, and how it may end. */
class StreamedBodyTest {
    private static final String POST = "POST / HTTP/1.1\r\nHost: x\r\n";
    private static final String FIVE = POST + "Content-Length: 5\r\n\r\n";
    private static final String CHUNKED = POST + "Transfer-Encoding: chunked\r\n\r\n";
    private static final String EXPECTS = POST + "Content-Length: 5\r\nExpect: 100-continue\r\n\r\n";
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";
    private static final long SECOND = 1_000_000_000;

    private final List<HttpExchange> exchanges = new ArrayList<>();
    private final List<RequestBody> bodies = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private long late;
    private final InMemoryConnection connection =
            new InMemoryEngine().open(HttpServer.streaming(this::handle, HttpLimits.DEFAULT.withBody(20), this::now));

    private @Nullable Throwable cause;

    private void handle(HttpExchange exchange, RequestBody body) {
        exchanges.add(exchange);
        bodies.add(body);
        exchange.onClosed(why -> {
            events.add("closed");
            cause = why;
        });
    }

    /** Never behind the time of the connection's timers. */
    private long now() {
        return late;
    }

    private void feed(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        connection.feed(bytes, 0, bytes.length);
        connection.step();
    }

    private void perform(Runnable task) {
        exchanges.getLast().execute(task);
        connection.step();
    }

    private void read() {
        RequestBody body = bodies.getLast();
        perform(() -> body.read(
                piece -> events.add(StandardCharsets.ISO_8859_1.decode(piece).toString()),
                () -> events.add("complete")));
    }

    private void answer() {
        perform(() -> exchanges.getLast().respond(200, "done"));
    }

    private String output() {
        return new String(connection.output(), StandardCharsets.ISO_8859_1);
    }

    private void elapse(long seconds) {
        late += (seconds + 1) * SECOND;
        connection.elapse(seconds * SECOND);
        connection.step();
    }

    @Test
    void nothingArrivesBeforeItIsRead() {
        feed(FIVE + "he");
        assertThat(events).isEmpty();
        assertThat(connection.reading()).isFalse();
        read();
        feed("llo");
        assertThat(events).containsExactly("he", "llo", "complete");
        answer();
        assertThat(output()).endsWith("done").doesNotContain("Connection: close");
        feed(CHUNKED + "2\r\nab\r\n0\r\n\r\n");
        read();
        assertThat(events).endsWith("ab", "complete");
        answer();
        assertThat(exchanges).hasSize(2);
        assertThat(connection.outputEnded()).isFalse();
    }

    @Test
    void aRequestWithoutABodyIsCompleteAtOnce() {
        feed("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
        read();
        assertThat(events).containsExactly("complete");
        assertThatThrownBy(() -> bodies.getLast().read(_ -> {}, () -> {})).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void pausedAndResumed() {
        feed(FIVE);
        read();
        perform(() -> bodies.getLast().pause());
        feed("hello");
        assertThat(events).isEmpty();
        perform(() -> bodies.getLast().resume());
        assertThat(events).containsExactly("hello", "complete");
    }

    /** 100 is sent when the handler wants the body, and not if it answers without. */
    @Test
    void continueIsSentWhenTheBodyIsRead() {
        feed(EXPECTS);
        assertThat(output()).isEmpty();
        read();
        assertThat(output()).isEqualTo(CONTINUE);
        feed("hello");
        assertThat(events).containsExactly("hello", "complete");
        answer();
        feed(EXPECTS);
        perform(() -> exchanges.getLast().respond(413, "no"));
        assertThat(output()).containsOnlyOnce("100 Continue").contains("413").contains("Connection: close");
        assertThat(connection.outputEnded()).isTrue();
    }

    @Test
    void aBrokenBodyIsRefusedAndItsReaderNotified() {
        feed(CHUNKED + "2\r\nab\r\n");
        read();
        feed("x\r\n");
        assertThat(events).containsExactly("ab", "closed");
        answer();
        assertThat(output()).startsWith("HTTP/1.1 400").doesNotContain("done");
        assertThat(connection.outputEnded()).isTrue();
    }

    /** An announced chunk counts before it arrives. */
    @Test
    void aBodyBeyondItsLimitIsRefused() {
        feed(CHUNKED);
        read();
        feed("15\r\n");
        assertThat(events).containsExactly("closed");
        assertThat(output()).startsWith("HTTP/1.1 413");
    }

    @Test
    void aClientThatStopsSendingMeetsATimeout() {
        feed(FIVE + "he");
        read();
        elapse(HttpLimits.DEFAULT.idle().toSeconds());
        assertThat(events).containsExactly("he", "closed");
        assertThat(cause).isInstanceOf(SocketTimeoutException.class);
        assertThat(output()).startsWith("HTTP/1.1 408");
    }

    /** It is the handler that keeps the client waiting, not the other way round. */
    @Test
    void aPausedReaderMayTakeItsTime() {
        feed(FIVE + "he");
        for (int turn = 0; turn < 5; turn++) {
            elapse(HttpLimits.DEFAULT.idle().toSeconds());
        }
        read();
        feed("llo");
        assertThat(events).containsExactly("he", "llo", "complete");
    }

    @Test
    void aClientThatEndsWithinTheBody() {
        feed(FIVE + "he");
        read();
        connection.end();
        connection.step();
        assertThat(events).containsExactly("he", "closed");
        assertThat(connection.closed()).isTrue();
    }
}
