package dev.gearbox.studies.fanoutgateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.studies.fanoutgateway.launch.GatewayProcess;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A client of gateways, in tests. */
final class GatewayCaller implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();

    CompletableFuture<HttpResponse<byte[]>> overview(GatewayProcess gateway, int user) {
        return call(gateway, "GET", "/users/" + user + "/overview");
    }

    CompletableFuture<HttpResponse<byte[]>> call(GatewayProcess gateway, String method, String path) {
        return client.sendAsync(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + gateway.port() + path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .version(HttpClient.Version.HTTP_1_1)
                        .build(),
                BodyHandlers.ofByteArray());
    }

    static void assertProblem(HttpResponse<byte[]> response, int status) {
        String body = new String(response.body(), StandardCharsets.UTF_8);
        assertThat(response.statusCode()).as(body).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        JsonNode document = JsonMapper.shared().readTree(body);
        assertThat(document.get("status").intValue()).isEqualTo(status);
        assertThat(document.get("title").stringValue()).isNotBlank();
        assertThat(document.get("detail").stringValue()).isNotBlank().doesNotContain("Exception", "\n");
    }

    static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            assertThat(Thread.interrupted()).as("in time").isFalse(); // by the time-out of the test
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
