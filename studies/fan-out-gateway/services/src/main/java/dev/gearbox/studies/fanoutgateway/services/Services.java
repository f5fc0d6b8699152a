package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.server.HttpExchange;
import dev.gearbox.http.server.HttpHandler;
import dev.gearbox.http.server.HttpServer;
import dev.gearbox.origin.Lateness;
import dev.gearbox.origin.Origin;
import dev.gearbox.origin.Page;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The JSON services that a gateway calls, on one port: {@code GET /posts}, {@code /comments}, {@code /albums}, {@code /photos} and {@code /users}
 * answer with all records of their kind, or those of a {@link ShapedAnswers}; and {@code GET /counts} with the {@link ServiceCounts} of each. From any thread.
 *
 * <p>They are an instrument: the answers are made before the first call, so a call costs a look-up, a timer and writes.
 *
 * <pre>{@code
 * try (Services services = Services.start(ServicesPlan.PLAIN.withDelay("posts", "200ms"))) {
 *     gateway.call(services.address("posts"));
 *     assertThat(services.counts("posts").finished()).isEqualTo(1);
 * }
 * }</pre>
 */
public final class Services implements AutoCloseable {
    private static final HttpHeaders JSON = HttpHeaders.of("Content-Type", "application/json; charset=utf-8");
    private static final HttpHeaders ALLOWED = HttpHeaders.of("Allow", "GET");

    private final Map<String, Service> services = new LinkedHashMap<>();
    private final Map<String, Service> byTarget = new HashMap<>();
    private final Lateness lateness = new Lateness();
    private final Engine engine;
    private final Listener listener;

    private Services(List<ServiceAnswer> all, long seed, Engine engine, InetSocketAddress address) throws IOException {
        this.engine = engine;
        for (ServiceAnswer served : all) {
            ByteBuffer content = ByteBuffer.allocateDirect(served.json().remaining())
                    .put(served.json())
                    .flip()
                    .asReadOnlyBuffer();
            Service service =
                    new Service(served.name(), new Page(JSON, List.of(content)), served.plan(), seed, lateness);
            services.put(served.name(), service);
            byTarget.put(served.target(), service);
        }
        // A client that ends its side has abandoned its call: so the counters show who cancels calls, and when.
        HttpServer server = HttpServer.of((HttpHandler) this::handle).abandonedAtEnd();
        listener = engine.listen(address, server, Options.DEFAULT);
    }

    /**
     * Starts the services on a free port of the loopback interface, on {@code epoll}, or {@code selector} where that cannot run.
     *
     * @throws IOException if no port can be bound
     */
    public static Services start(ServicesPlan plan) throws IOException {
        return start(plan, null, new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
    }

    /**
     * Starts the services.
     *
     * @param spec the engine; null for the best one that runs here
     * @throws IOException if the address cannot be bound
     * @throws dev.gearbox.core.BadSpecException if there is no such engine here
     */
    public static Services start(ServicesPlan plan, @Nullable String spec, InetSocketAddress address)
            throws IOException {
        return start(plan.served(), plan.seed(), spec, address);
    }

    /**
     * Starts the services of a shape.
     *
     * @param seed decides the delay and the fault of each call
     * @param spec the engine; null for the best one that runs here
     * @throws IOException if the address cannot be bound
     * @throws dev.gearbox.core.BadSpecException if there is no such engine here
     */
    public static Services start(ShapedAnswers shaped, long seed, @Nullable String spec, InetSocketAddress address)
            throws IOException {
        return start(shaped.served(), seed, spec, address);
    }

    private static Services start(
            List<ServiceAnswer> served, long seed, @Nullable String spec, InetSocketAddress address)
            throws IOException {
        Engine engine = Engines.start(spec == null ? Origin.favourite() : spec);
        try {
            return new Services(served, seed, engine, address);
        } catch (IOException | RuntimeException failure) {
            engine.close();
            throw failure;
        }
    }

    private void handle(HttpExchange exchange) {
        String target = exchange.target().substring(1);
        Service service = byTarget.getOrDefault(target, byTarget.get(anyQuery(target)));
        if (service == null && !target.equals("counts")) {
            exchange.respond(404, "no service " + exchange.target() + ". Known: " + byTarget.keySet() + "\n");
        } else if (!exchange.method().equals("GET")) {
            exchange.respond(405, ALLOWED, ByteBuffer.allocate(0));
        } else if (service == null) {
            exchange.respond(200, JSON, ByteBuffer.wrap(countsAsJson().getBytes(StandardCharsets.UTF_8)));
        } else {
            service.answer(exchange);
        }
    }

    private static String anyQuery(String target) {
        return target.substring(0, target.indexOf('?') + 1);
    }

    private String countsAsJson() {
        return SubjectConsole.json(fields());
    }

    private Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        services.forEach((name, service) -> fields.put(name, Service.fields(service.counts())));
        return fields;
    }

    /** Returns the report for the lab: the counters of each service, and how late answers began. */
    Map<String, Object> report() {
        Map<String, Object> report = fields();
        report.put("lateness", Lateness.encoded(lateness.soFar()));
        return report;
    }

    /** Returns the address under which all services are found: {@code http://127.0.0.1:PORT}. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + port());
    }

    /**
     * Returns the address of one service: {@code http://127.0.0.1:PORT/posts}.
     *
     * @throws IllegalArgumentException if there is no such service
     */
    public URI address(String name) {
        service(name);
        return address().resolve("/" + name);
    }

    /** Returns the port on which they listen. */
    public int port() {
        return ((InetSocketAddress) listener.address()).getPort();
    }

    /** Returns their engine's spec. */
    public String engine() {
        return engine.toString();
    }

    /**
     * Returns the counters of one service.
     *
     * @throws IllegalArgumentException if there is no such service
     */
    public ServiceCounts counts(String name) {
        return service(name).counts();
    }

    /** Returns how many connections are open. */
    public long connections() {
        return engine.stats().connections();
    }

    private Service service(String name) {
        Service service = services.get(name);
        if (service == null) {
            throw new IllegalArgumentException("no service \"" + name + "\". Known: " + services.keySet());
        }
        return service;
    }

    /** Stops listening, and closes all connections. */
    @Override
    public void close() {
        listener.close();
        engine.close();
    }
}
