package dev.gearbox.micrometer;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Exposes an engine's {@link EngineStats} as Micrometer meters. Their names begin with {@code gearbox.} and they have the engine's spec as the tag
 * {@code engine}: {@code new GearboxMetrics(engine).bindTo(registry)}. They add no counting of their own; a registry that publishes them reads the
 * engine's counters once. Thread-safe.
 *
 * <p>The meters hold the engine weakly: after it is collected, gauges report NaN and counters stand still. {@link #close} removes the meters from
 * their registries, best after the engine was closed.
 */
public final class GearboxMetrics implements MeterBinder, AutoCloseable {
    private final Engine engine;
    private final Tags tags;
    private final MeterSet<Engine> meters;

    /** Creates the metrics with the engine's spec as the only tag. */
    public GearboxMetrics(Engine engine) {
        this(engine, Tags.empty());
    }

    /**
     * Creates the metrics with further tags; two engines of the same spec need them as a distinction.
     *
     * @param tags in addition to {@code engine}, or instead of it
     */
    public GearboxMetrics(Engine engine, Iterable<Tag> tags) {
        this.engine = engine;
        this.tags = Tags.of("engine", engine.toString()).and(tags);
        meters = new MeterSet<>(engine, this.tags);
    }

    /**
     * Registers the meters.
     *
     * @throws IllegalArgumentException if {@code registry} already has them with the same tags: one of two engines would be lost silently
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        meters.requireNew(registry, "gearbox.connections");
        new Binding(registry).everything();
    }

    /** Removes the meters from the registries to which they were bound. */
    @Override
    public void close() {
        meters.remove();
    }

    /** The meters of one registry, which has its own clock and its own schedule of readings. */
    private final class Binding {
        private final MeterRegistry registry;
        private final Readings readings;

        Binding(MeterRegistry registry) {
            this.registry = registry;
            readings = new Readings(registry.config().clock());
        }

        void everything() {
            gauge("gearbox.connections", "connections", "Open now", EngineStats::connections);
            gauge(
                    "gearbox.connections.parked",
                    "connections",
                    "Open connections that are parked here and return to another engine when they become active",
                    EngineStats::parked);
            gauge(
                    "gearbox.connections.waiting",
                    "connections",
                    "Accepted connections that wait for a thread",
                    EngineStats::waiting);
            counter(
                    "gearbox.connections.accepted",
                    "connections",
                    "Connections accepted by listeners",
                    EngineStats::accepted);
            counter(
                    "gearbox.connections.connected",
                    "connections",
                    "Connections opened by the engine",
                    EngineStats::connected);
            closed();
            counter(
                    "gearbox.accept.failures",
                    "failures",
                    "Accept calls that failed because no file descriptors were left",
                    EngineStats::acceptFailures);
            counter(
                    "gearbox.accept.time",
                    "seconds",
                    "Time in accept calls; if these block, it includes the wait for a client",
                    stats -> stats.acceptNanos() / 1e9);
            timer(
                    "gearbox.queue.wait",
                    "Time from accept or connect until a thread opened the session",
                    stats -> stats.accepted() + stats.connected(),
                    EngineStats::queueNanos);
            counter("gearbox.bytes", "bytes", "Bytes through sockets", EngineStats::bytesRead, "direction", "read");
            counter(
                    "gearbox.bytes",
                    "bytes",
                    "Bytes through sockets",
                    EngineStats::bytesWritten,
                    "direction",
                    "written");
            counter(
                    "gearbox.wakeups",
                    "wakeups",
                    "Wake-ups of the engine's threads by other threads",
                    EngineStats::wakeups);
            shifts();
            loops();
        }

        private void shifts() {
            String what = "Shifts of live connections: to this engine, from it, or failed";
            counter("gearbox.shifts", "shifts", what, EngineStats::shiftsIn, "outcome", "in");
            counter("gearbox.shifts", "shifts", what, EngineStats::shiftsOut, "outcome", "out");
            counter("gearbox.shifts", "shifts", what, EngineStats::shiftsFailed, "outcome", "failed");
            timer(
                    "gearbox.shift.pause",
                    "Time during which a connection shifted from another engine was served by neither",
                    EngineStats::shiftsIn,
                    EngineStats::shiftNanos);
        }

        private void closed() {
            for (CloseCause cause : CloseCause.values()) {
                counter(
                        "gearbox.connections.closed",
                        "connections",
                        "Connections that were closed, by cause",
                        stats -> stats.closed(cause),
                        "cause",
                        cause.name().toLowerCase(Locale.ROOT));
            }
        }

        private void loops() {
            counter(
                    "gearbox.loops.blocked",
                    "blocks",
                    "Events that occupied a loop for longer than 100 ms, or than its watchdog allows",
                    EngineStats::blockedLoops);
            counter(
                    "gearbox.loops.relieved",
                    "blocks",
                    "Stalls that ended because a new thread took over the loop",
                    EngineStats::relievedLoops);
            counter(
                    "gearbox.callbacks.stuck",
                    "callbacks",
                    "Callbacks that had not returned for a second and blocked others",
                    EngineStats::stuckCallbacks);
            counter(
                    "gearbox.loops.moves",
                    "moves",
                    "Moves of a connection from one of the engine's loops to another",
                    EngineStats::moves);
            timer(
                    "gearbox.event.queue.wait",
                    "Time from readiness of an event until its loop handled it",
                    EngineStats::events,
                    EngineStats::eventQueueNanos);
            meters.keep(
                    registry,
                    Gauge.builder("gearbox.loop.utilisation", engine, readings::loopUtilisation)
                            .description(
                                    "Share of time that the loops were busy since the last reading; NaN without loops")
                            .tags(tags)
                            .register(registry));
            meters.keep(
                    registry,
                    TimeGauge.builder(
                                    "gearbox.turn.longest",
                                    engine,
                                    NANOSECONDS,
                                    reading(EngineStats::longestCallbackNanos))
                            .description("Longest time that one event occupied a loop since the engine started")
                            .tags(tags)
                            .register(registry));
        }

        private void gauge(String name, String unit, String what, ToDoubleFunction<EngineStats> value) {
            meters.gauge(registry, name, unit, what, reading(value));
        }

        private void counter(
                String name, String unit, String what, ToDoubleFunction<EngineStats> value, String... more) {
            meters.counter(registry, name, unit, what, reading(value), more);
        }

        private void timer(
                String name, String what, ToLongFunction<EngineStats> count, ToDoubleFunction<EngineStats> nanos) {
            Readings own = readings;
            meters.timer(registry, name, what, of -> count.applyAsLong(own.of(of)), reading(nanos));
        }

        /** Refers to the readings only: a meter that referred to this object would keep the engine alive. */
        private ToDoubleFunction<Engine> reading(ToDoubleFunction<EngineStats> value) {
            Readings own = readings;
            return of -> value.applyAsDouble(own.of(of));
        }
    }
}
