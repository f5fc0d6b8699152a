package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Options;
import dev.gearbox.http.Hello;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.OwnModels;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Bodies larger than what client and server may hold of them, in both directions, on every engine. */
@Timeout(3600)
@OwnModels
class StreamingClientTest {
    /** A busy machine transfers 10 GiB in two minutes. */
    private static final long PATIENCE_SECONDS = 10L * HttpFixture.PATIENCE_SECONDS;

    private static final long SIZE = Boolean.getBoolean("gearbox.deep") ? 10L << 30 : 8 << 20;
    private static final int PIECE = 60_000;
    private static final long STEP = 1 << 20;
    /** One read of an engine. */
    private static final long READ = 64 << 10;

    private static final Duration LONG = Duration.ofHours(1);
    private static final HttpLimits LIMITS =
            HttpLimits.DEFAULT.withBody(Long.MAX_VALUE).withTimes(LONG, LONG);
    private static final HttpClientOptions OPTIONS = HttpClientOptions.DEFAULT.withLimits(LIMITS);

    /** Writes the body, as fast as the server takes it. */
    private static final class Upload implements RequestSource {
        private final byte[] piece = new byte[PIECE];
        private long sent;
        volatile boolean waited;

        @Override
        public void send(RequestWriter writer) {
            writer.onWritable(() -> pump(writer));
            pump(writer);
        }

        private void pump(RequestWriter writer) {
            boolean more = true;
            while (more && sent < SIZE) {
                int length = (int) Math.min(PIECE, SIZE - sent);
                for (int index = 0; index < length; index++) {
                    piece[index] = Hello.at((int) sent++);
                }
                more = writer.write(ByteBuffer.wrap(piece, 0, length));
                waited |= !more;
            }
            if (sent == SIZE) {
                sent++;
                writer.finish();
            }
        }
    }

    /** Checks the body, and pauses after each step, for a millisecond. */
    private static final class Download implements HttpResponseHandler {
        final CompletableFuture<Long> done = new CompletableFuture<>();
        private @Nullable ResponseFlow flow;
        private long bytes;
        private long wrong;
        private long nextPause = STEP;
        private long pausedAt = -1;
        long mostAfterPause;

        @Override
        public void started(ResponseFlow paced) {
            flow = paced;
        }

        @Override
        public void head(HttpResponse response) {
            assertThat(response.status()).isEqualTo(200);
        }

        @Override
        public void body(ByteBuffer piece) {
            while (piece.hasRemaining()) {
                wrong += piece.get() == Hello.at((int) bytes++) ? 0 : 1;
            }
            if (pausedAt >= 0) {
                mostAfterPause = Math.max(mostAfterPause, bytes - pausedAt);
            } else if (bytes >= nextPause) {
                pausedAt = bytes;
                nextPause = bytes + STEP;
                ResponseFlow paced = Objects.requireNonNull(flow);
                paced.pause();
                CompletableFuture.delayedExecutor(1, TimeUnit.MILLISECONDS)
                        .execute(() -> paced.execute(() -> {
                            pausedAt = -1;
                            paced.resume();
                        }));
            }
        }

        @Override
        public void complete() {
            done.complete(wrong == 0 ? bytes : -wrong);
        }

        @Override
        public void failed(HttpFailure failure) {
            done.completeExceptionally(failure);
        }
    }

    private static void produce(HttpExchange exchange) {
        exchange.begin(200, HttpHeaders.NONE, SIZE);
        byte[] piece = new byte[PIECE];
        long[] sent = new long[1];
        Runnable more = () -> {
            boolean ready = true;
            while (ready && sent[0] < SIZE) {
                int length = (int) Math.min(PIECE, SIZE - sent[0]);
                for (int index = 0; index < length; index++) {
                    piece[index] = Hello.at((int) sent[0]++);
                }
                ready = exchange.write(ByteBuffer.wrap(piece, 0, length));
            }
            if (sent[0] == SIZE) {
                sent[0]++;
                exchange.finish();
            }
        };
        exchange.onWritable(more);
        more.run();
    }

    /** The server reads slowly, so the client waits: never does it hold more than the high-water mark and a piece. */
    @ParameterizedTest
    @EveryEngine
    void anUploadWaitsForTheServer(String spec) throws Exception {
        for (long length : new long[] {SIZE, -1}) {
            long[] received = new long[2];
            HttpServer server = HttpServer.streaming(
                    (exchange, body) -> body.read(
                            piece -> {
                                while (piece.hasRemaining()) {
                                    received[1] += piece.get() == Hello.at((int) received[0]++) ? 0 : 1;
                                }
                                if (received[0] % STEP < PIECE) {
                                    body.pause();
                                    exchange.schedule(Duration.ofMillis(1), body::resume);
                                }
                            },
                            () -> exchange.respond(200, received[0] + " bytes, " + received[1] + " wrong")),
                    LIMITS);
            try (HttpFixture served = new HttpFixture(
                    spec, server, OPTIONS.withConnection(Options.DEFAULT.withSocketBuffers(32 << 10, 0)))) {
                Upload upload = new Upload();
                HttpRequest request = HttpRequest.streamed("POST", served.uri("/"), HttpHeaders.NONE, length, upload);
                FullResponse response = FullResponse.of(served.client, request)
                        .toCompletableFuture()
                        .get(PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(HttpFixture.text(response)).isEqualTo(SIZE + " bytes, 0 wrong");
                assertThat(upload.waited).isTrue();
                assertThat(served.client.connections()).isEqualTo(1);
            }
        }
    }

    /** The client takes it slowly, so the server waits. */
    @ParameterizedTest
    @EveryEngine
    void aDownloadWaitsForItsHandler(String spec) throws Exception {
        try (HttpFixture served = new HttpFixture(spec, HttpServer.of(StreamingClientTest::produce), OPTIONS)) {
            Download download = new Download();
            served.client.send(HttpRequest.get(served.uri("/")), download);
            assertThat(download.done.get(PATIENCE_SECONDS, TimeUnit.SECONDS)).isEqualTo(SIZE);
            assertThat(download.mostAfterPause).isLessThanOrEqualTo(READ);
        }
    }
}
