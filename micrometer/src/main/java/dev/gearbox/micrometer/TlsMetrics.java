package dev.gearbox.micrometer;

import dev.gearbox.tls.Tls;
import dev.gearbox.tls.TlsStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Exposes the handshakes of one {@link Tls}, a server's or a client's, as Micrometer meters: {@code gearbox.tls.handshakes} with the tag {@code outcome}
 * (completed, failed, refused), and {@code gearbox.tls.handshakes.underway}. They add no counting of their own, and hold the object weakly. For programs that have
 * {@code gearbox-tls}. Thread-safe.
 */
// Not "requires transitive": programs without TLS would not compile on the module path.
@SuppressWarnings("exports")
public final class TlsMetrics implements MeterBinder, AutoCloseable {
    private static final String OUTCOMES = "gearbox.tls.handshakes";
    private static final String UNDER_WAY = "gearbox.tls.handshakes.underway";

    private final Tls tls;
    private final Function<Tls, TlsStats> reading;
    private final Tags tags;
    private final List<Runnable> bound = new CopyOnWriteArrayList<>();

    /**
     * Creates the metrics.
     *
     * @param tags in addition to {@code tls}, the side as {@link Tls#toString} names it, or instead of it; two servers of one program need them as a distinction
     */
    public TlsMetrics(Tls tls, Iterable<Tag> tags) {
        this(tls, Tls::stats, tags);
    }

    TlsMetrics(Tls tls, Function<Tls, TlsStats> reading, Iterable<Tag> tags) {
        this.tls = tls;
        this.reading = reading;
        this.tags = Tags.of("tls", tls.toString()).and(tags);
    }

    /**
     * Registers the meters.
     *
     * @throws IllegalArgumentException if {@code registry} already has them with the same tags: one of the two would be lost silently
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        if (!registry.find(UNDER_WAY).tags(tags).gauges().isEmpty()) {
            throw new IllegalArgumentException(
                    "the registry has meters with the tags " + tags + " already: give each TLS a tag of its own");
        }
        Gauge underWay = Gauge.builder(UNDER_WAY, tls, value(TlsStats::underWay))
                .description("Handshakes that have begun and not ended")
                .baseUnit("handshakes")
                .tags(tags)
                .register(registry);
        bound.add(() -> registry.remove(underWay));
        count(registry, "completed", TlsStats::completed);
        count(registry, "failed", TlsStats::failed);
        count(registry, "refused", TlsStats::refused);
    }

    private void count(MeterRegistry registry, String outcome, ToDoubleFunction<TlsStats> value) {
        FunctionCounter counter = FunctionCounter.builder(OUTCOMES, tls, value(value))
                .description("Handshakes: completed, failed for any reason, or refused because too many were under way")
                .baseUnit("handshakes")
                .tags(tags.and("outcome", outcome))
                .register(registry);
        bound.add(() -> registry.remove(counter));
    }

    /** Refers to the reading only: a meter that referred to this object would keep the TLS alive. */
    private ToDoubleFunction<Tls> value(ToDoubleFunction<TlsStats> figure) {
        Function<Tls, TlsStats> own = reading;
        return of -> figure.applyAsDouble(own.apply(of));
    }

    /** Removes the meters from the registries to which they were bound. */
    @Override
    public void close() {
        bound.forEach(Runnable::run);
        bound.clear();
    }
}
