package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.http.EarlyServer;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server that answers while most of the request is still unsent. */
@Timeout(600)
class EarlyAnswerTest {
    private static HttpRequest large(URI uri) {
        return HttpRequest.of("POST", uri, HttpHeaders.NONE, ByteBuffer.allocate(EarlyServer.LARGE));
    }

    /** The rest is never read, so that connection cannot be reused. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "selector",
                "selector-pool?threads=2",
                "reactors?threads=2",
                "async?threads=2",
                "epoll?threads=2",
                "uring?threads=2"
            })
    void isHeardAndTheConnectionNotUsedAgain(String spec) throws Exception {
        try (EarlyServer early = new EarlyServer();
                Engine engine = Engines.start(spec);
                HttpClient client = HttpClient.over(engine)) {
            for (int turn = 1; turn <= 2; turn++) {
                FullResponse response = FullResponse.of(client, large(early.uri()))
                        .toCompletableFuture()
                        .get(HttpFixture.PATIENCE_SECONDS, TimeUnit.SECONDS);
                assertThat(HttpFixture.text(response)).isEqualTo("early");
                assertThat(early.connections()).isEqualTo(turn);
            }
        }
    }

    /** A thread that is blocked in a write does not read: the exchange ends with its timeout. */
    @ParameterizedTest
    @ValueSource(strings = {"threads", "pool?threads=2", "virtual", "async?style=future", "virtual-loop"})
    void isNotHeardByWhoBlocksInWriting(String spec) throws Exception {
        HttpLimits hasty = HttpLimits.DEFAULT.withTimes(Duration.ofMillis(300), Duration.ofMillis(300));
        try (EarlyServer early = new EarlyServer();
                Engine engine = Engines.start(spec);
                HttpClient client = HttpClient.over(engine, HttpClientOptions.DEFAULT.withLimits(hasty))) {
            assertThat(FullResponse.of(client, large(early.uri()))
                            .toCompletableFuture()
                            .handle((_, failure) -> failure instanceof HttpFailure named ? named.kind() : null)
                            .get(HttpFixture.PATIENCE_SECONDS, TimeUnit.SECONDS))
                    .isEqualTo(HttpFailure.Kind.TIMEOUT);
        }
    }
}
