package dev.gearbox.http.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Shutdown;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.testkit.Conditions;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;

/** An engine of clients that is closed with a grace period: the exchange under way is completed, and an idle connection ends at once. */
class ClientStoppingTest {
    @Test
    void theExchangeUnderWayIsCompleted() throws Exception {
        CompletableFuture<HttpExchange> asked = new CompletableFuture<>();
        HttpServer server = HttpServer.of(exchange -> {
            if (exchange.target().equals("/quick")) {
                exchange.respond(200, "quick");
            } else {
                asked.complete(exchange);
            }
        });
        Engine engine = Engines.start("selector");
        try (HttpFixture served = new HttpFixture("selector", server);
                HttpClient client = HttpClient.over(engine)) {
            Conditions.await("a connection to keep", FullResponse.of(client, HttpRequest.get(served.uri("/quick"))));
            CompletionStage<FullResponse> slow = FullResponse.of(client, HttpRequest.get(served.uri("/slow")));
            HttpExchange exchange = Conditions.await("the request has arrived", asked);
            FutureTask<Shutdown> closing = new FutureTask<>(() -> engine.close(Conditions.LIMIT));
            Thread.ofPlatform().daemon().start(closing);
            assertThat(closing.isDone()).isFalse();
            exchange.respond(200, "slow");
            assertThat(HttpFixture.text(Conditions.await("the response", slow))).isEqualTo("slow");
            assertThat(closing.get()).isEqualTo(Shutdown.GRACEFUL);
        }
    }

    @Test
    void aKeptConnectionEndsAtOnce() throws Exception {
        Engine engine = Engines.start("selector");
        HttpServer server = HttpServer.of(exchange -> exchange.respond(200, "hello"));
        try (HttpFixture served = new HttpFixture("selector", server);
                HttpClient client = HttpClient.over(engine)) {
            Conditions.await("a connection to keep", FullResponse.of(client, HttpRequest.get(served.uri("/"))));
            assertThat(engine.close(Conditions.LIMIT)).isEqualTo(Shutdown.GRACEFUL);
            assertThat(client.connections()).isZero();
        }
    }
}
