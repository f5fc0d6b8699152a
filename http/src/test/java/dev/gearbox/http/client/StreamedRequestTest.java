package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A request whose body is streamed, and a response that is taken slowly, event by event. */
class StreamedRequestTest {
    private static final URI PLACE = URI.create("http://127.0.0.1:1/place");
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

    private final MemoryClient memory = new MemoryClient(
            options -> options.withConnection(Options.builder().water(100, 10).build()));
    private final List<RequestWriter> writers = new ArrayList<>();
    private final List<String> events = new ArrayList<>();
    private final MemoryClient.Journal journal = new MemoryClient.Journal();

    @AfterEach
    void close() {
        memory.close();
    }

    private HttpRequest request(String method, long length) {
        return HttpRequest.streamed(method, PLACE, HttpHeaders.NONE, length, writer -> {
            writers.add(writer);
            writer.onWritable(() -> events.add("writable"));
            writer.onClosed(() -> events.add("closed"));
        });
    }

    private void send(HttpRequest request) {
        memory.client.send(request, journal);
        memory.step();
    }

    private void perform(Runnable task) {
        writers.getLast().execute(task);
        memory.step();
    }

    private static ByteBuffer bytes(String text) {
        return ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private String body() {
        String sent = memory.received();
        return sent.substring(sent.indexOf("\r\n\r\n") + 4);
    }

    @Test
    void chunks() {
        send(request("POST", -1));
        assertThat(memory.received())
                .contains("\r\nTransfer-Encoding: chunked\r\n")
                .doesNotContain("Content-Length");
        perform(() -> writers.getLast().write(bytes("hello")));
        perform(() -> writers.getLast().write(bytes("")));
        perform(() -> writers.getLast().write(bytes("0123456789abcdef")));
        perform(() -> writers.getLast().finish());
        assertThat(body()).isEqualTo("5\r\nhello\r\n10\r\n0123456789abcdef\r\n0\r\n\r\n");
        memory.answer(OK);
        assertThat(journal.entries).containsExactly("200", "ok", "complete");
        assertThat(events).isEmpty();
        send(HttpRequest.get(PLACE));
        assertThat(memory.connections).hasSize(1);
    }

    @Test
    void aLengthIsKept() {
        send(request("PUT", 5));
        assertThat(memory.received()).contains("\r\nContent-Length: 5\r\n");
        perform(() -> {
            RequestWriter writer = writers.getLast();
            writer.write(bytes("he"));
            assertThatThrownBy(() -> writer.write(bytes("llo!"))).hasMessageContaining("4 bytes where 3 remain");
            assertThatThrownBy(writer::finish).hasMessageContaining("3 bytes are missing");
            writer.write(bytes("llo"));
            writer.finish();
            assertThatThrownBy(writer::finish).hasMessageContaining("finished");
            assertThatThrownBy(() -> writer.write(bytes("!"))).hasMessageContaining("finished");
        });
        assertThat(body()).isEqualTo("hello");
    }

    /** What the source writes at once leaves together with the head. */
    @Test
    void headAndBodyLeaveTogether() {
        List<Integer> sends = new ArrayList<>();
        memory.client.send(HttpRequest.get(PLACE), new MemoryClient.Journal());
        memory.answer(OK);
        memory.connections.getFirst().takes(offered -> {
            sends.add(offered);
            return offered;
        });
        send(HttpRequest.streamed("POST", PLACE, HttpHeaders.NONE, 5, RequestSource.of(bytes("hello"))));
        assertThat(memory.received()).endsWith("\r\n\r\nhello");
        assertThat(sends).hasSize(1);
    }

    /** The server does not read: the source waits, while the answer could be received. */
    @Test
    void theSourceWaitsForTheServer() {
        send(request("POST", 1_000));
        memory.connections.getFirst().takes(_ -> 0);
        boolean[] more = new boolean[2];
        perform(() -> {
            more[0] = writers.getLast().write(ByteBuffer.allocate(50));
            more[1] = writers.getLast().write(ByteBuffer.allocate(60));
        });
        assertThat(more).containsExactly(true, false);
        assertThat(memory.connections.getFirst().reading()).isTrue();
        assertThat(events).isEmpty();
        memory.connections.getFirst().takes(offered -> offered);
        assertThat(events).containsExactly("writable");
    }

    /** An answer to half a request: the rest is not sent, and the connection is not used again. */
    @Test
    void anEarlyAnswer() {
        send(request("POST", 10));
        perform(() -> writers.getLast().write(bytes("hello")));
        memory.answer(OK);
        assertThat(journal.entries).containsExactly("200", "ok", "complete");
        assertThat(events).containsExactly("closed");
        assertThat(memory.connections.getFirst().closed()).isTrue();
        assertThat(writers.getLast().write(bytes("world"))).isFalse();
        writers.getLast().finish();
        assertThat(body()).isEqualTo("hello");
    }

    @Test
    void theBodyWaitsFor100() {
        send(request("POST", 5).expectingContinue());
        assertThat(memory.received()).contains("\r\nExpect: 100-continue\r\n");
        assertThat(writers).isEmpty();
        memory.answer(CONTINUE);
        assertThat(writers).hasSize(1);
        memory.answer(CONTINUE);
        assertThat(writers).hasSize(1);
        perform(() -> {
            writers.getLast().write(bytes("hello"));
            writers.getLast().finish();
        });
        memory.answer(OK);
        assertThat(journal.entries).containsExactly("200", "ok", "complete");
        assertThat(memory.connections.getFirst().closed()).isFalse();
    }

    @Test
    void aServerThatDoesNotKnow100() {
        send(request("POST", 5).expectingContinue());
        memory.connections.getFirst().elapse(Duration.ofMillis(900).toNanos());
        assertThat(writers).isEmpty();
        memory.connections.getFirst().elapse(Duration.ofMillis(200).toNanos());
        assertThat(writers).hasSize(1);
        memory.answer(CONTINUE);
        assertThat(writers).hasSize(1);
    }

    /** The body is never sent, so what the server expects next on this connection is not another request. */
    @Test
    void aRefusalBefore100() {
        send(request("POST", 5).expectingContinue());
        memory.answer("HTTP/1.1 413 Content Too Large\r\nContent-Length: 0\r\n\r\n");
        assertThat(journal.entries).containsExactly("413", "complete");
        assertThat(writers).isEmpty();
        assertThat(memory.connections.getFirst().closed()).isTrue();
        memory.connections.getFirst().elapse(Duration.ofHours(1).toNanos());
        assertThat(writers).isEmpty();
    }

    @Test
    void aBodyInMemoryWaitsFor100Too() {
        send(HttpRequest.of("POST", PLACE, HttpHeaders.NONE, bytes("hello")).expectingContinue());
        assertThat(body()).isEmpty();
        memory.answer(CONTINUE);
        assertThat(body()).isEqualTo("hello");
        assertThatThrownBy(
                        () -> HttpRequest.of("POST", PLACE, HttpHeaders.of("Expect", "100-continue"), bytes("hello")))
                .hasMessageContaining("expectingContinue()");
    }

    /** A kept connection turns out to be closed: the request is sent again only as long as its source has not been called. */
    @Test
    void aBodyThatHasBegunIsNotSentAgain() {
        send(HttpRequest.get(PLACE));
        memory.answer(OK);
        journal.entries.clear();
        send(request("PUT", 5).expectingContinue());
        memory.connections.getFirst().end();
        assertThat(memory.connections).hasSize(2);
        memory.answer(CONTINUE);
        assertThat(writers).hasSize(1);
        perform(() -> {
            writers.getLast().write(bytes("hello"));
            writers.getLast().finish();
        });
        memory.answer(OK);
        assertThat(journal.entries).containsExactly("200", "ok", "complete");

        journal.entries.clear();
        send(request("PUT", 5));
        memory.connections.getLast().end();
        memory.step();
        assertThat(journal.entries).containsExactly("TRUNCATED");
        assertThat(events).containsExactly("closed");
        assertThat(memory.connections).hasSize(2);
    }

    @Test
    void aSourceThatThrows() {
        send(HttpRequest.streamed("POST", PLACE, HttpHeaders.NONE, 5, _ -> {
            throw new IllegalStateException("on purpose");
        }));
        assertThat(journal.entries).containsExactly("HANDLER");
        assertThat(journal.failure).hasRootCauseMessage("on purpose");
    }

    @Test
    void cancelledWhileItIsSent() {
        var sent = memory.client.send(request("POST", 10), journal);
        perform(() -> writers.getLast().write(bytes("hello")));
        sent.cancel();
        assertThat(journal.entries).isEmpty(); // in a callback of the connection
        memory.step();
        assertThat(journal.entries).containsExactly("CANCELLED");
        assertThat(events).containsExactly("closed");
        assertThat(memory.connections.getFirst().closed()).isTrue();
    }

    /** Not even what is in the same read follows. */
    @Test
    void cancelledByItsHandler() {
        List<String> entries = journal.entries;
        Cancellable[] sent = new dev.gearbox.core.Cancellable[1];
        sent[0] = memory.client.send(HttpRequest.get(PLACE), new HttpResponseHandler() {
            @Override
            public void head(HttpResponse response) {
                sent[0].cancel();
            }

            @Override
            public void body(ByteBuffer piece) {
                entries.add("body");
            }

            @Override
            public void complete() {
                entries.add("complete");
            }

            @Override
            public void failed(HttpFailure failure) {
                entries.add(failure.kind().name());
            }
        });
        memory.answer(OK);
        assertThat(entries).containsExactly("CANCELLED");
    }

    @Test
    void aResponseIsTakenSlowly() {
        send(HttpRequest.get(PLACE));
        memory.answer("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\na");
        journal.flow().pause();
        memory.step();
        assertThat(memory.connections.getFirst().reading()).isFalse();
        journal.flow().resume();
        memory.step();
        memory.answer("b");
        journal.flow().pause();
        journal.flow().pause();
        journal.flow().resume();
        memory.step();
        memory.answer("cd");
        assertThat(journal.entries).containsExactly("200", "a", "b", "cd", "complete");
    }

    /** The connection goes on with the next exchange, and a late word of the last handler changes nothing. */
    @Test
    void aPauseEndsWithItsExchange() {
        send(HttpRequest.get(PLACE));
        MemoryClient.Journal pausing = new MemoryClient.Journal() {
            @Override
            public void started(ResponseFlow paced) {
                super.started(paced);
                paced.pause();
            }
        };
        memory.answer(OK);
        memory.client.send(HttpRequest.get(PLACE), pausing);
        memory.step();
        memory.answer(OK);
        assertThat(pausing.entries).containsExactly("200", "ok", "complete");
        assertThat(memory.connections.getFirst().reading()).isTrue();
        pausing.flow().pause();
        memory.step();
        assertThat(memory.connections.getFirst().reading()).isTrue();
    }

    @Test
    void requestsThatAreNone() {
        assertThatThrownBy(() -> request("CONNECT", 5)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> request("POST", -2)).hasMessageContaining("length is -2");
    }
}
