package dev.gearbox.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpRequest;
import dev.gearbox.http.server.HttpServer;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class HttpMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void serverAndClientCountEachClass() throws Exception {
        HttpServer server = HttpServer.of(exchange -> {
            int status = Integer.parseInt(exchange.target().substring(1));
            if (status == 0) {
                exchange.abort();
            } else {
                exchange.respond(status, "");
            }
        });
        try (Engine engine = Engines.start("selector");
                HttpClient client = HttpClient.over(engine);
                HttpMetrics<HttpServer> served = HttpMetrics.of(server, Tags.empty());
                HttpMetrics<HttpClient> received = HttpMetrics.of(client, Tags.empty());
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), server, Options.DEFAULT)) {
            served.bindTo(registry);
            received.bindTo(registry);
            int port = ((InetSocketAddress) listener.address()).getPort();
            for (int status : new int[] {200, 204, 302, 404, 404, 404, 503, 700}) {
                get(client, port, status).toCompletableFuture().get(120, TimeUnit.SECONDS);
            }
            CompletionStage<FullResponse> aborted = get(client, port, 0);
            assertThatThrownBy(() -> aborted.toCompletableFuture().get(120, TimeUnit.SECONDS))
                    .hasMessageContaining("closed");
            for (String side : new String[] {"server", "client"}) {
                assertThat(responses(side, "SUCCESS")).as(side).isEqualTo(2);
                assertThat(responses(side, "REDIRECTION")).as(side).isEqualTo(1);
                assertThat(responses(side, "CLIENT_ERROR")).as(side).isEqualTo(3);
                assertThat(responses(side, "SERVER_ERROR")).as(side).isEqualTo(1);
                assertThat(responses(side, "UNKNOWN")).as(side).isEqualTo(1);
                assertThat(responses(side, "INFORMATIONAL")).as(side).isZero();
            }
            assertThat(failures("truncated")).isEqualTo(1);
            assertThat(failures("timeout")).isZero();
            HttpMetrics<HttpServer> again = HttpMetrics.of(server, Tags.empty());
            assertThatThrownBy(() -> again.bindTo(registry)).isInstanceOf(IllegalArgumentException.class);
            HttpMetrics.of(server, Tags.of("port", "80")).bindTo(registry);
        }
    }

    private static CompletionStage<FullResponse> get(HttpClient client, int port, int status) {
        return FullResponse.of(client, HttpRequest.get(URI.create("http://127.0.0.1:" + port + "/" + status)));
    }

    private double responses(String side, String outcome) {
        return registry.get("gearbox.http." + side + ".responses")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }

    private double failures(String kind) {
        return registry.get("gearbox.http.client.failures")
                .tag("kind", kind)
                .functionCounter()
                .count();
    }
}
