package dev.gearbox.http.client;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.SplitConnection;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.net.SocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The client's result for the bytes that a server sends.
 *
 * @param failure null if the response is complete; otherwise some of the others are null
 */
public record ExchangeOutcome(
        int status, Map<String, String> headers, String body, HttpFailure.@Nullable Kind failure, String message) {
    public static final HttpRequest GET = HttpRequest.get(URI.create("http://127.0.0.1:1/"));

    static ExchangeOutcome failed(HttpFailure.Kind kind, String message) {
        return new ExchangeOutcome(0, Map.of(), "", kind, message);
    }

    /** Returns the response to {@code request}, in pieces of at most so many bytes, before the end of the connection. */
    public static ExchangeOutcome of(HttpRequest request, String response, HttpLimits limits, int largest, long seed) {
        InMemoryConnection[] opened = new InMemoryConnection[1];
        SplitConnection[] cut = new SplitConnection[1];
        CompletableFuture<ExchangeOutcome> outcome = new CompletableFuture<>();
        try (InMemoryEngine engine = new InMemoryEngine()) {
            HttpDialer dialer = (_, protocol) -> (Engine _, SocketAddress _, Options _) -> {
                cut[0] = new SplitConnection(protocol);
                opened[0] = engine.open(cut[0]);
                return new CompletableFuture<>();
            };
            HttpClient client = HttpClient.over(
                    engine, HttpClientOptions.DEFAULT.withLimits(limits).withDialer(dialer));
            client.send(
                    request,
                    FullResponse.collect(
                            whole -> outcome.complete(of(whole)),
                            failure -> outcome.complete(failed(failure.kind(), String.valueOf(failure.getMessage())))));
            SplitConnection.feed(opened[0], response, largest, seed);
            if (cut[0].cause != null) {
                throw new AssertionError("the session threw (-Dgearbox.seed=" + seed + ")", cut[0].cause);
            }
            if (!outcome.isDone()) {
                throw new AssertionError("neither a response nor a failure (-Dgearbox.seed=" + seed + ")");
            }
            return outcome.join();
        }
    }

    public static ExchangeOutcome of(String response) {
        return of(GET, response, HttpLimits.DEFAULT, Math.max(1, response.length()), 1);
    }

    private static ExchangeOutcome of(FullResponse whole) {
        Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        whole.headers().forEach((name, value) -> headers.merge(name, value, (left, right) -> left + "|" + right));
        ByteBuffer body = whole.body().duplicate();
        return new ExchangeOutcome(
                whole.status(),
                headers,
                StandardCharsets.ISO_8859_1.decode(body).toString(),
                null,
                "");
    }
}
