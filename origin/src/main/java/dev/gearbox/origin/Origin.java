package dev.gearbox.origin;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpHandler;
import dev.gearbox.http.server.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Serves pages with configured delays and faults, to clients that are measured. {@code /} and {@code /pages.txt} list all pages, at once and without
 * faults; {@code POST /results} stands for another server, to which clients send their results; a page is sent after its delay, over the link that all
 * connections share.
 *
 * <pre>
 *   request ──▶ delay, by the connection's timer ──▶ fault? ──▶ piece, piece, ... each in its turn on the link
 *                        └─ lateness                   └─ reset, stall, truncated, slow, error, garbage, endless
 * </pre>
 *
 * <p>It is an instrument: pages are in memory before they are requested, nothing is computed while they are sent, and how much later than intended
 * answers began is recorded. The number of connections is limited only by the engine.
 */
public final class Origin implements AutoCloseable {
    private static final HttpHeaders TEXT = HttpHeaders.of("Content-Type", "text/plain; charset=utf-8");
    /** Takes what clients send on, and says that it has it. */
    private static final String RESULTS = "/results";

    private static final Set<String> READS = Set.of("GET", "HEAD");
    private static final HttpHeaders ALLOWED = HttpHeaders.of("Allow", "GET, HEAD, OPTIONS");
    private static final List<String> FAVOURITES = List.of("epoll", "selector");

    private final OriginPlan plan;
    private final Pages pages;
    private final ByteBuffer listing;
    private final @Nullable TokenBucket link;
    private final Engine engine;
    private final Listener listener;

    private final LongAdder requests = new LongAdder();
    private final LongAdder whole = new LongAdder();
    private final LongAdder bytes = new LongAdder();
    private final LongAdder missing = new LongAdder();
    private final Map<Fault, LongAdder> faults = new EnumMap<>(Fault.class);
    private final Lateness lateness = new Lateness();

    private Origin(OriginPlan plan, Pages pages, Engine engine, InetSocketAddress address) throws IOException {
        this.plan = plan;
        this.pages = pages;
        this.engine = engine;
        listing = ByteBuffer.wrap((String.join("\n", pages.paths()) + "\n").getBytes(StandardCharsets.UTF_8))
                .asReadOnlyBuffer();
        link = plan.bytesPerSecond() > 0 ? new TokenBucket(plan.bytesPerSecond(), System.nanoTime()) : null;
        for (Fault fault : Fault.values()) {
            faults.put(fault, new LongAdder());
        }
        listener = engine.listen(address, HttpServer.of((HttpHandler) this::handle), Options.DEFAULT);
    }

    /**
     * Starts to serve.
     *
     * @param spec the engine; null for the best one that runs here
     * @throws IOException if the address cannot be bound
     * @throws dev.gearbox.core.BadSpecException if there is no such engine here
     */
    public static Origin start(OriginPlan plan, Pages pages, @Nullable String spec, InetSocketAddress address)
            throws IOException {
        Engine engine = Engines.start(spec == null ? favourite() : spec);
        try {
            return new Origin(plan, pages, engine, address);
        } catch (IOException | RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    /** Returns the spec of the engine that serves if no other is named: the best one that runs here. */
    public static String favourite() {
        List<String> here = Engines.models().stream()
                .map(model -> model.card().name())
                .filter(name ->
                        FAVOURITES.contains(name) && Engines.absence(name).isEmpty())
                .toList();
        return FAVOURITES.stream().filter(here::contains).findFirst().orElse(FAVOURITES.getLast());
    }

    /** Returns the address on which it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) listener.address();
    }

    /** Returns its engine's spec. */
    public String engine() {
        return engine.toString();
    }

    private void handle(HttpExchange exchange) {
        long came = System.nanoTime();
        requests.increment();
        String target = exchange.target();
        if (exchange.method().equals("POST") && target.equals(RESULTS)) {
            exchange.respond(204, HttpHeaders.NONE, ByteBuffer.allocate(0));
            return;
        }
        if (!READS.contains(exchange.method())) {
            boolean asks = exchange.method().equals("OPTIONS");
            exchange.respond(asks ? 204 : 405, ALLOWED, ByteBuffer.allocate(0));
            return;
        }
        if (target.equals("/") || target.equals("/pages.txt")) {
            exchange.respond(200, TEXT, listing);
            return;
        }
        Optional<Page> page = pages.page(target);
        if (page.isEmpty()) {
            missing.increment();
            exchange.respond(404, "no page " + target + "\n");
            return;
        }
        Duration delay = plan.delay().of(target, plan.seed());
        if (delay.isZero()) {
            begin(exchange, page.get(), came);
        } else {
            long due = came + delay.toNanos();
            exchange.schedule(delay, () -> begin(exchange, page.get(), due));
        }
    }

    private void begin(HttpExchange exchange, Page page, long due) {
        lateness.record(due);
        Optional<Fault> fault = plan.faults().of(exchange.target(), plan.seed());
        fault.ifPresent(each ->
                requireNonNull(faults.get(each), "every fault has its counter").increment());
        boolean intact = fault.isEmpty() || fault.get() == Fault.SLOW;
        PageAnswer answer = new PageAnswer(exchange, page, TokenBucket.PIECE, this::turn);
        bytes.add(answer.send(fault, intact ? whole::increment : () -> {}));
    }

    private long turn(int count) {
        return link == null ? 0 : link.turn(count, System.nanoTime());
    }

    /** Returns the counters. */
    public OriginCounts counts() {
        Map<Fault, Long> done = new EnumMap<>(Fault.class);
        faults.forEach((fault, count) -> done.put(fault, count.sum()));
        return new OriginCounts(
                engine.stats().accepted(),
                requests.sum(),
                whole.sum(),
                bytes.sum(),
                missing.sum(),
                done,
                lateness.soFar());
    }

    /** Describes the configuration in words, for example for a log. */
    @Override
    public String toString() {
        List<String> words =
                new ArrayList<>(List.of(pages.summary(), plan.delay().toString()));
        if (link != null) {
            words.add("a link of " + Math.round(plan.bytesPerSecond() * 8 / 1e6) + " Mbit/s");
        }
        return String.join(", ", words);
    }

    /** Stops listening, and closes all connections. */
    @Override
    public void close() {
        listener.close();
        engine.close();
    }
}
