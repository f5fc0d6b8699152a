package dev.gearbox.origin;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpRequest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * An origin serves itself before it is used for a measurement. In a new JVM the code for the first pages of many clients is interpreted, then
 * compiled, while they are due: the first 1,000 concurrent ones were late by 4.7 to 18.9 ms (p99, in five runs) without this, by 2.0 to 5.5 ms with
 * it. The warm-up uses another origin in the same JVM, on a port of its own, so that it does not change the counters: many clients that connect at
 * once, fetch, wait for a delay and disconnect.
 */
final class OriginWarmUp {
    /** Fewer than in a measurement, as the clients run here too; the compiled code is the same. */
    private static final int CROWD = 250;

    /** As many rounds as take a second or two; fewer were not tried. */
    private static final int CROWDS = 24;

    private static final Duration DELAY = Duration.ofMillis(2);
    private static final int BYTES = 1024;

    private OriginWarmUp() {}

    /**
     * Returns when the last round was served.
     *
     * @param spec the engine that serves, and fetches
     */
    static void of(String spec) throws IOException {
        OriginPlan plan = new OriginPlan(new Delay.Constant(DELAY), 0, Faults.NONE, 1);
        SyntheticPages pages = new SyntheticPages(CROWD, BYTES, 1);
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        try (Origin origin = Origin.start(plan, pages, spec, any);
                Engine clients = Engines.start(spec)) {
            String site = "http://127.0.0.1:" + origin.address().getPort();
            List<HttpRequest> requests = pages.paths().stream()
                    .map(path -> HttpRequest.get(URI.create(site + path)))
                    .toList();
            IntStream.range(0, CROWDS).forEach(_ -> crowd(clients, requests));
        }
    }

    private static void crowd(Engine clients, List<HttpRequest> requests) {
        try (HttpClient client = HttpClient.over(clients)) {
            CompletableFuture<?>[] answers = requests.stream()
                    .map(request -> FullResponse.of(client, request).toCompletableFuture())
                    .toArray(CompletableFuture[]::new);
            CompletableFuture.allOf(answers).join();
        }
    }
}
