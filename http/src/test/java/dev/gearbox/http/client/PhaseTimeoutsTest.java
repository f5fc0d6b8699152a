package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.testkit.engine.EveryEngine;
import dev.gearbox.testkit.engine.OwnModels;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;

/** Each phase of an exchange ends with its own time-out, whose message names it; other exchanges of the client are not affected. */
@Timeout(600)
@OwnModels
class PhaseTimeoutsTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    private static void serve(dev.gearbox.http.server.HttpExchange exchange) {
        switch (exchange.target()) {
            case "/never" -> {}
            case "/half" -> {
                exchange.begin(200, HttpHeaders.NONE, 10);
                exchange.write(ByteBuffer.wrap("half".getBytes(StandardCharsets.ISO_8859_1)));
            }
            case "/round" -> exchange.respond(302, HttpHeaders.of("Location", "/round"), ByteBuffer.allocate(0));
            default -> exchange.respond(200, "hello");
        }
    }

    private static void fails(String spec, HttpTimeouts times, String path, String message) throws Exception {
        try (HttpFixture served = new HttpFixture(
                spec,
                HttpServer.of(PhaseTimeoutsTest::serve),
                HttpClientOptions.DEFAULT.withTimeouts(times).withRedirects(Integer.MAX_VALUE))) {
            HttpFailure failure = served.failure(HttpRequest.get(served.uri(path)));
            assertThat(failure.kind()).as("%s", failure).isEqualTo(HttpFailure.Kind.TIMEOUT);
            assertThat(failure).hasMessageContaining(path).hasMessageContaining(message);
            assertThat(HttpFixture.text(served.get("/hello"))).isEqualTo("hello");
        }
    }

    @ParameterizedTest
    @EveryEngine
    void eachPhase(String spec) throws Exception {
        HttpTimeouts none = HttpTimeouts.DEFAULT;
        fails(spec, none.withFirstByte(SHORT), "/never", "no byte of the response within PT0.1S");
        fails(spec, none.withStall(SHORT), "/half", "nothing of the response has arrived for PT0.1S");
        fails(spec, none.withWhole(Duration.ofSeconds(1)), "/round", "not complete within PT1S");
    }

    @Test
    void timesThatAreNone() {
        HttpTimeouts times = HttpTimeouts.DEFAULT;
        assertThatThrownBy(() -> times.withFirstByte(SHORT.negated())).hasMessageContaining("firstByte is PT-0.1S");
        assertThatThrownBy(() -> times.withAwaitContinue(Duration.ZERO)).hasMessageContaining("awaitContinue is PT0S");
    }
}
