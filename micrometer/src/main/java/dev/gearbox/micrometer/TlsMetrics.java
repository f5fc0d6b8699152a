package dev.gearbox.micrometer;

import dev.gearbox.tls.Tls;
import dev.gearbox.tls.TlsStats;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Exposes the handshakes of one {@link Tls}, a server's or a client's, as Micrometer meters: {@code gearbox.tls.handshakes} with the tag {@code outcome}
 * (completed, failed, timeout, refused), and {@code gearbox.tls.handshakes.underway}. They add no counting of their own, and hold the object weakly. For programs that have
 * {@code gearbox-tls}. Thread-safe.
 */
// Not "requires transitive": programs without TLS would not compile on the module path.
@SuppressWarnings("exports")
public final class TlsMetrics implements MeterBinder, AutoCloseable {
    private static final String OUTCOMES = "gearbox.tls.handshakes";
    private static final String UNDER_WAY = "gearbox.tls.handshakes.underway";

    private final Function<Tls, TlsStats> reading;
    private final MeterSet<Tls> meters;

    /**
     * Creates the metrics.
     *
     * @param tags in addition to {@code tls}, the side as {@link Tls#toString} names it, or instead of it; two servers of one program need them as a distinction
     */
    public TlsMetrics(Tls tls, Iterable<Tag> tags) {
        this(tls, Tls::stats, tags);
    }

    TlsMetrics(Tls tls, Function<Tls, TlsStats> reading, Iterable<Tag> tags) {
        this.reading = reading;
        meters = new MeterSet<>(tls, Tags.of("tls", tls.toString()).and(tags));
    }

    /**
     * Registers the meters.
     *
     * @throws IllegalArgumentException if {@code registry} already has them with the same tags: one of the two would be lost silently
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        meters.requireNew(registry, UNDER_WAY);
        meters.gauge(
                registry,
                UNDER_WAY,
                "handshakes",
                "Handshakes that have begun and not ended",
                value(TlsStats::underWay));
        count(registry, "completed", TlsStats::completed);
        count(registry, "failed", TlsStats::failed);
        count(registry, "timeout", TlsStats::timedOut);
        count(registry, "refused", TlsStats::refused);
    }

    private void count(MeterRegistry registry, String outcome, ToDoubleFunction<TlsStats> value) {
        meters.counter(
                registry,
                OUTCOMES,
                "handshakes",
                "Handshakes: completed, not complete in time, refused because too many were under way, or failed otherwise",
                value(value),
                "outcome",
                outcome);
    }

    /** Refers to the reading only: a meter that referred to this object would keep the TLS alive. */
    private ToDoubleFunction<Tls> value(ToDoubleFunction<TlsStats> figure) {
        Function<Tls, TlsStats> own = reading;
        return of -> figure.applyAsDouble(own.apply(of));
    }

    /** Removes the meters from the registries to which they were bound. */
    @Override
    public void close() {
        meters.remove();
    }
}
