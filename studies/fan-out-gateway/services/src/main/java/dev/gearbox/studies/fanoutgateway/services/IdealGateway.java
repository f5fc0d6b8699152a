package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.client.FullResponse;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpRequest;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpHandler;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.studies.fanoutgateway.shape.Shape;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * What no gateway can beat, as a row to compare with: calls all four services at once on one event loop and, when the last answer is there, sends one
 * that was made before. It reads every byte, and parses and joins nothing. Any call that fails makes 502. The calls of a {@link Shape} wait for those before
 * them.
 *
 * <pre>
 *   request ──┬─▶ posts    ──┐
 *             ├─▶ comments ──┤
 *             ├─▶ albums   ──┼─▶ the golden answer
 *             └─▶ photos   ──┘
 * </pre>
 */
public final class IdealGateway implements AutoCloseable {
    private static final HttpHeaders JSON = HttpHeaders.of("Content-Type", "application/json");
    private static final Pattern OVERVIEW = Pattern.compile("/users/(\\d{1,4})/overview");
    /** Its connections are idle while other gateways are measured. */
    private static final HttpLimits LIMITS =
            HttpLimits.DEFAULT.withTimes(HttpLimits.DEFAULT.message(), Duration.ofHours(1));

    private static final List<String> CALLED = List.of("posts", "comments", "albums", "photos");

    /**
     * What it does for each request.
     *
     * @param calls each after those that it waits for
     * @param answers to each user, from user 1
     */
    record Work(List<IdealCall> calls, List<ByteBuffer> answers) {
        /** The four calls of an overview. */
        static Work overview(URI services) {
            GoldenAnswers golden = GoldenAnswers.of(Catalog.of(ServicesPlan.PLAIN.seed()));
            return new Work(
                    CALLED.stream()
                            .map(name -> new IdealCall(HttpRequest.get(services.resolve("/" + name)), List.of()))
                            .toList(),
                    answers(golden::overview));
        }

        /** The calls of a shape. Their answers are known, so they decide nothing. */
        static Work of(Shape shape, URI services) {
            ShapedAnswers shaped = ShapedAnswers.of(shape);
            List<URI> addresses = shaped.addresses(services);
            return new Work(
                    IntStream.range(0, addresses.size())
                            .mapToObj(i -> new IdealCall(
                                    HttpRequest.get(addresses.get(i)),
                                    shape.calls().get(i).after()))
                            .toList(),
                    answers(shaped::reply));
        }

        private static List<ByteBuffer> answers(IntFunction<byte[]> ofUser) {
            return IntStream.rangeClosed(1, Catalog.USERS)
                    .mapToObj(user -> ByteBuffer.wrap(ofUser.apply(user)))
                    .toList();
        }
    }

    /** A call, and the indices of those that it waits for. */
    record IdealCall(HttpRequest request, List<Integer> after) {}

    private final Work work;
    private final Engine engine;
    private final HttpClient client;
    private final Listener listener;
    private final LongAdder requests = new LongAdder();

    private IdealGateway(Work work, Engine engine, int port) throws IOException {
        this.engine = engine;
        this.work = work;
        client = HttpClient.over(engine);
        listener = engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                HttpServer.of((HttpHandler) this::handle, LIMITS),
                Options.DEFAULT);
    }

    /**
     * Starts to serve on the loopback interface.
     *
     * @param services {@code http://HOST:PORT} of services with the seed of {@link ServicesPlan#PLAIN}
     * @param spec the engine
     * @param port 0: any
     * @throws IOException if the port cannot be bound
     */
    public static IdealGateway start(URI services, String spec, int port) throws IOException {
        return start(Work.overview(services), spec, port);
    }

    /** Starts to serve other work; otherwise as above. */
    static IdealGateway start(Work work, String spec, int port) throws IOException {
        Engine engine = Engines.start(spec);
        try {
            return new IdealGateway(work, engine, port);
        } catch (IOException | RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    private void handle(HttpExchange exchange) {
        requests.increment();
        Matcher overview = OVERVIEW.matcher(exchange.target());
        int user = overview.matches() ? Integer.parseInt(overview.group(1)) : 0;
        if (user < 1 || user > work.answers().size()) {
            exchange.respond(404, "no overview at " + exchange.target() + "\n");
            return;
        }
        List<CompletableFuture<FullResponse>> called = new ArrayList<>();
        for (IdealCall call : work.calls()) {
            called.add(CompletableFuture.allOf(
                            call.after().stream().map(called::get).toArray(CompletableFuture[]::new))
                    .thenCompose(_ -> FullResponse.of(client, call.request())));
        }
        var _ = CompletableFuture.allOf(called.toArray(CompletableFuture[]::new))
                .whenComplete((_, failure) -> {
                    if (failure == null
                            && called.stream().allMatch(each -> each.join().status() == 200)) {
                        exchange.respond(200, JSON, work.answers().get(user - 1).duplicate());
                    } else {
                        exchange.respond(502, "a service did not answer\n");
                    }
                });
    }

    /** Returns the port on which it listens. */
    public int port() {
        return ((InetSocketAddress) listener.address()).getPort();
    }

    /** Returns how many requests have arrived. */
    public long requests() {
        return requests.sum();
    }

    @Override
    public void close() {
        client.close();
        listener.close();
        engine.close();
    }
}
