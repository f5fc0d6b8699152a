package dev.gearbox.micrometer;

import dev.gearbox.protocols.Offload;
import dev.gearbox.protocols.OffloadStats;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Exposes the workers of one {@link Offload} as Micrometer meters: {@code gearbox.offload.sessions}, {@code gearbox.offload.waiting} and the timer {@code
 * gearbox.offload.wait}. They add no counting of their own, and hold the offload weakly. For programs that have {@code gearbox-protocols}. Thread-safe.
 */
// Not "requires transitive": programs without these protocols would not compile on the module path.
@SuppressWarnings("exports")
public final class OffloadMetrics implements MeterBinder, AutoCloseable {
    private static final String SESSIONS = "gearbox.offload.sessions";

    private final Function<Offload, OffloadStats> reading;
    private final MeterSet<Offload> meters;

    /**
     * Creates the metrics.
     *
     * @param tags in addition to {@code offload}, the workers as {@link Offload#toString} names them, or instead of it; two offloads with as many workers need
     *     them as a distinction
     */
    public OffloadMetrics(Offload offload, Iterable<Tag> tags) {
        this(offload, Offload::stats, tags);
    }

    OffloadMetrics(Offload offload, Function<Offload, OffloadStats> reading, Iterable<Tag> tags) {
        this.reading = reading;
        meters = new MeterSet<>(offload, Tags.of("offload", offload.toString()).and(tags));
    }

    /**
     * Registers the meters.
     *
     * @throws IllegalArgumentException if {@code registry} already has them with the same tags: one of the two would be lost silently
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        meters.requireNew(registry, SESSIONS);
        meters.gauge(registry, SESSIONS, "sessions", "Sessions that are open", value(OffloadStats::sessions));
        meters.gauge(
                registry,
                "gearbox.offload.waiting",
                "sessions",
                "Sessions that have something to do and wait for a worker",
                value(OffloadStats::waiting));
        Function<Offload, OffloadStats> own = reading;
        meters.timer(
                registry,
                "gearbox.offload.wait",
                "Time that a session with something to do waited for a worker",
                of -> own.apply(of).turns(),
                value(OffloadStats::waitNanos));
    }

    /** Refers to the reading only: a meter that referred to this object would keep the offload alive. */
    private ToDoubleFunction<Offload> value(ToDoubleFunction<OffloadStats> figure) {
        Function<Offload, OffloadStats> own = reading;
        return of -> figure.applyAsDouble(own.apply(of));
    }

    /** Removes the meters from the registries to which they were bound. */
    @Override
    public void close() {
        meters.remove();
    }
}
