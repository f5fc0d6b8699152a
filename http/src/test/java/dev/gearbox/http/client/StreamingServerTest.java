package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Options;
import dev.gearbox.http.Hello;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.http.server.RequestBody;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.OwnModels;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Bodies larger than what a server may hold of them, in both directions, on every engine; the peer is a JDK socket. */
@Timeout(600)
@OwnModels
class StreamingServerTest {
    private static final long SIZE = Boolean.getBoolean("gearbox.deep") ? 10L << 30 : 12 << 20;
    private static final int PIECE = 60_000;
    private static final long STEP = 1 << 20;
    /** One read of the engine. */
    private static final long READ = 64 << 10;

    private static final HttpLimits LIMITS = HttpLimits.DEFAULT.withBody(Long.MAX_VALUE);

    /** What a handler has counted. */
    private static final class Receiver {
        long bytes;
        long wrong;
        long mostOutstanding;
        long mostAfterPause;
        private long nextPause = STEP;
        private long pausedAt = -1;

        void piece(HttpExchange exchange, ByteBuffer piece) {
            check(piece.duplicate());
            mostOutstanding = Math.max(mostOutstanding, exchange.connection().bytesRead() - bytes);
        }

        private void check(ByteBuffer piece) {
            while (piece.hasRemaining()) {
                wrong += piece.get() == at(bytes++) ? 0 : 1;
            }
        }

        /** Pauses after each step, for a millisecond. */
        void slowly(HttpExchange exchange, RequestBody body) {
            if (pausedAt < 0 && bytes >= nextPause) {
                pausedAt = bytes;
                nextPause += STEP;
                body.pause();
                exchange.schedule(Duration.ofMillis(1), () -> {
                    mostAfterPause = Math.max(mostAfterPause, bytes - pausedAt);
                    pausedAt = -1;
                    body.resume();
                });
            }
        }
    }

    private static byte at(long place) {
        return Hello.at((int) place);
    }

    /** Sends a request with a body of {@link #SIZE}, chunked or not. */
    private static void send(OutputStream out, boolean chunked) throws IOException {
        String framing = chunked ? "Transfer-Encoding: chunked" : "Content-Length: " + SIZE;
        out.write(("POST / HTTP/1.1\r\nHost: x\r\n" + framing + "\r\n\r\n").getBytes(StandardCharsets.ISO_8859_1));
        byte[] piece = new byte[PIECE];
        for (long sent = 0; sent < SIZE; ) {
            int length = (int) Math.min(PIECE, SIZE - sent);
            for (int index = 0; index < length; index++) {
                piece[index] = at(sent++);
            }
            if (chunked) {
                out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            }
            out.write(piece, 0, length);
            if (chunked) {
                out.write("\r\n".getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        if (chunked) {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("the end after " + head);
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** The handler is slow, so the client waits: at no time does the server hold more than a read. */
    @ParameterizedTest
    @EveryEngine
    void anUploadWaitsForItsReader(String spec) throws Exception {
        for (boolean chunked : new boolean[] {false, true}) {
            Receiver receiver = new Receiver();
            HttpServer server = HttpServer.streaming(
                    (exchange, body) -> body.read(
                            piece -> {
                                receiver.piece(exchange, piece);
                                receiver.slowly(exchange, body);
                            },
                            () -> exchange.respond(200, receiver.bytes + " bytes")),
                    LIMITS);
            try (HttpFixture served = new HttpFixture(spec, server);
                    Socket socket = served.socket()) {
                send(socket.getOutputStream(), chunked);
                assertThat(head(socket.getInputStream()))
                        .startsWith("HTTP/1.1 200")
                        .doesNotContain("Connection: close");
                String text = SIZE + " bytes";
                assertThat(new String(socket.getInputStream().readNBytes(text.length()), StandardCharsets.ISO_8859_1))
                        .isEqualTo(text);
                assertThat(receiver.wrong).isZero();
                assertThat(receiver.mostAfterPause).isLessThanOrEqualTo(READ);
                // The head and the framing of the chunks are counted as well, as if they were never read.
                assertThat(receiver.mostOutstanding).isLessThan(2 * READ + SIZE / PIECE * 10);
            }
        }
    }

    /** A body goes back while it arrives. If the client reads slowly, its own sending waits. */
    @ParameterizedTest
    @EveryEngine
    void bothDirectionsAtOnce(String spec) throws Exception {
        long[] mostQueued = new long[1];
        HttpServer echo = HttpServer.streaming(
                (exchange, body) -> {
                    exchange.onWritable(body::resume);
                    body.read(
                            piece -> {
                                if (!exchange.write(piece)) {
                                    body.pause();
                                }
                                mostQueued[0] = Math.max(
                                        mostQueued[0], exchange.connection().queued());
                            },
                            exchange::finish);
                    exchange.begin(200, HttpHeaders.NONE, SIZE);
                },
                LIMITS);
        try (HttpFixture served = new HttpFixture(spec, echo);
                ExecutorService sender = Executors.newVirtualThreadPerTaskExecutor();
                Socket socket = served.socket()) {
            Future<?> sent = sender.submit(() -> {
                send(socket.getOutputStream(), true);
                return null;
            });
            InputStream in = socket.getInputStream();
            assertThat(head(in)).contains("Content-Length: " + SIZE).doesNotContain("Connection: close");
            byte[] piece = new byte[PIECE];
            for (long received = 0; received < SIZE; ) {
                int count = in.read(piece, 0, (int) Math.min(PIECE, SIZE - received));
                assertThat(count).isPositive();
                for (int index = 0; index < count; index++) {
                    if (piece[index] != at(received++)) {
                        throw new AssertionError("byte " + (received - 1) + " is " + piece[index]);
                    }
                }
            }
            sent.get(HttpFixture.PATIENCE_SECONDS, TimeUnit.SECONDS);
            assertThat(mostQueued[0]).isLessThanOrEqualTo(Options.DEFAULT.highWater() + READ);
        }
    }

    /** The handler answers without the body: the client gets the answer, and the connection ends instead of receiving the rest. */
    @ParameterizedTest
    @EveryEngine
    void anUnreadBodyEndsTheConnection(String spec) throws Exception {
        HttpServer server = HttpServer.streaming((exchange, _) -> exchange.respond(200, "enough"), LIMITS);
        try (HttpFixture served = new HttpFixture(spec, server);
                Socket socket = served.socket()) {
            socket.getOutputStream()
                    .write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nbegin"
                            .getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            assertThat(answer).contains("\r\nConnection: close\r\n").endsWith("\r\n\r\nenough");
        }
    }
}
