package dev.gearbox.micrometer;

import dev.gearbox.http.HttpStats;
import dev.gearbox.http.client.HttpClient;
import dev.gearbox.http.client.HttpFailure;
import dev.gearbox.http.server.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Exposes the responses of one {@link HttpServer} or {@link HttpClient} as Micrometer meters: {@code gearbox.http.server.responses} or {@code
 * gearbox.http.client.responses} with the tag {@code outcome}, whose values are Micrometer's own (SUCCESS, CLIENT_ERROR, ...), and for a client {@code
 * gearbox.http.client.failures} with the tag {@code kind}. They add no counting of their own, and hold the object weakly. For programs that have {@code
 * gearbox-http}. Thread-safe.
 */
// Not "requires transitive": programs without HTTP would not compile on the module path.
@SuppressWarnings("exports")
public final class HttpMetrics<T> implements MeterBinder, AutoCloseable {
    private final String name;
    private final Function<T, HttpStats> reading;
    private final MeterSet<T> meters;
    private final MeterBinder more;

    private HttpMetrics(String name, Function<T, HttpStats> reading, MeterSet<T> meters, MeterBinder more) {
        this.name = name;
        this.reading = reading;
        this.meters = meters;
        this.more = more;
    }

    /**
     * Creates the metrics of a server.
     *
     * @param tags that distinguish it from other servers of the program
     */
    public static HttpMetrics<HttpServer> of(HttpServer server, Iterable<Tag> tags) {
        return new HttpMetrics<>(
                "gearbox.http.server.responses",
                HttpServer::stats,
                new MeterSet<>(server, Tags.of(tags)),
                registry -> {});
    }

    /**
     * Creates the metrics of a client.
     *
     * @param tags that distinguish it from other clients of the program
     */
    public static HttpMetrics<HttpClient> of(HttpClient client, Iterable<Tag> tags) {
        MeterSet<HttpClient> meters = new MeterSet<>(client, Tags.of(tags));
        return new HttpMetrics<>(
                "gearbox.http.client.responses",
                of -> of.stats().responses(),
                meters,
                registry -> bindFailures(meters, registry));
    }

    private static void bindFailures(MeterSet<HttpClient> meters, MeterRegistry registry) {
        for (HttpFailure.Kind kind : HttpFailure.Kind.values()) {
            meters.counter(
                    registry,
                    "gearbox.http.client.failures",
                    "exchanges",
                    "Exchanges without a complete response, by kind",
                    of -> of.stats().failed(kind),
                    "kind",
                    kind.name().toLowerCase(Locale.ROOT));
        }
    }

    /**
     * Registers the meters.
     *
     * @throws IllegalArgumentException if {@code registry} already has them with the same tags: one of the two would be lost silently
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        meters.requireNew(registry, name, "outcome", "SUCCESS");
        count(registry, "INFORMATIONAL", HttpStats::informational);
        count(registry, "SUCCESS", HttpStats::successful);
        count(registry, "REDIRECTION", HttpStats::redirections);
        count(registry, "CLIENT_ERROR", HttpStats::clientErrors);
        count(registry, "SERVER_ERROR", HttpStats::serverErrors);
        count(registry, "UNKNOWN", HttpStats::others);
        more.bindTo(registry);
    }

    private void count(MeterRegistry registry, String outcome, ToDoubleFunction<HttpStats> figure) {
        Function<T, HttpStats> own = reading;
        meters.counter(
                registry,
                name,
                "responses",
                "Final responses, by class of status",
                of -> figure.applyAsDouble(own.apply(of)),
                "outcome",
                outcome);
    }

    /** Removes the meters from the registries to which they were bound. */
    @Override
    public void close() {
        meters.remove();
    }
}
