package dev.gearbox.micrometer;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * An engine's {@link EngineStats} as Micrometer meters, whose names begin with {@code gearbox.} and which have the engine's spec as the tag {@code
 * engine}: {@code new GearboxMetrics(engine).bindTo(registry)}. Nothing is counted for them that is not counted anyway; a registry that publishes
 * them reads the engine's counters once. All methods from any thread.
 *
 * <p>The meters do not keep the engine: one that is forgotten leaves gauges that say NaN and counters that stand still. {@link #close} takes them
 * out of their registries, best after the engine was closed.
 */
public final class GearboxMetrics implements MeterBinder, AutoCloseable {
    private final Engine engine;
    private final Tags tags;
    private final List<Runnable> bound = new CopyOnWriteArrayList<>();

    /** With the engine's spec as the only tag. */
    public GearboxMetrics(Engine engine) {
        this(engine, Tags.empty());
    }

    /**
     * With further tags: two engines of one spec need them to be told apart.
     *
     * @param tags beside {@code engine}, or instead of it
     */
    public GearboxMetrics(Engine engine, Iterable<Tag> tags) {
        this.engine = engine;
        this.tags = Tags.of("engine", engine.toString()).and(tags);
    }

    /**
     * Registers the meters.
     *
     * @throws IllegalArgumentException if {@code registry} has them already with the same tags: one of two engines would be lost without a word
     */
    @Override
    public void bindTo(MeterRegistry registry) {
        new Binding(registry).everything();
    }

    /** Takes the meters out of the registries to which they were bound. */
    @Override
    public void close() {
        bound.forEach(Runnable::run);
        bound.clear();
    }

    /** To one registry, which has its own clock, and its own times at which it reads. */
    private final class Binding {
        private final MeterRegistry registry;
        private final Readings readings;

        Binding(MeterRegistry registry) {
            this.registry = registry;
            readings = new Readings(registry.config().clock());
        }

        void everything() {
            connections();
            keep(gauge(
                    "gearbox.connections.parked",
                    "connections",
                    "Of the open ones, those that sleep here and belong to another engine when they wake",
                    EngineStats::parked));
            keep(gauge(
                    "gearbox.connections.waiting",
                    "connections",
                    "Accepted, but still without a thread to serve them",
                    EngineStats::waiting));
            counter("gearbox.connections.accepted", "connections", "Came in through a listener", EngineStats::accepted);
            counter("gearbox.connections.connected", "connections", "Opened by the engine", EngineStats::connected);
            counter(
                    "gearbox.accept.failures",
                    "failures",
                    "Accepts that the system refused: no descriptors left",
                    EngineStats::acceptFailures);
            counter(
                    "gearbox.accept.time",
                    "seconds",
                    "Inside accept calls; where these block, the wait for a client to come is part of it",
                    stats -> stats.acceptNanos() / 1e9);
            timer(
                    "gearbox.queue.wait",
                    "Of new connections, until a thread opened their sessions",
                    stats -> stats.accepted() + stats.connected(),
                    EngineStats::queueNanos);
            counter("gearbox.bytes", "bytes", "Through sockets", EngineStats::bytesRead, "direction", "read");
            counter("gearbox.bytes", "bytes", "Through sockets", EngineStats::bytesWritten, "direction", "written");
            counter(
                    "gearbox.wakeups",
                    "wakeups",
                    "Times that another thread had to wake one of the engine's",
                    EngineStats::wakeups);
            shifts();
            loops();
        }

        private void shifts() {
            String what = "Of live connections, to this engine, from it, or neither because they failed";
            counter("gearbox.shifts", "shifts", what, EngineStats::shiftsIn, "outcome", "in");
            counter("gearbox.shifts", "shifts", what, EngineStats::shiftsOut, "outcome", "out");
            counter("gearbox.shifts", "shifts", what, EngineStats::shiftsFailed, "outcome", "failed");
            timer(
                    "gearbox.shift.pause",
                    "How long connections that came from another engine were served by neither",
                    EngineStats::shiftsIn,
                    EngineStats::shiftNanos);
        }

        private void connections() {
            Collection<Gauge> there = registry.find("gearbox.connections").gauges();
            Gauge first = gauge("gearbox.connections", "connections", "Open now", EngineStats::connections);
            if (there.contains(first)) {
                throw new IllegalArgumentException("the registry has meters with the tags " + tags
                        + " already: give this engine a tag that tells it apart");
            }
            keep(first);
        }

        private void loops() {
            counter(
                    "gearbox.loops.blocked",
                    "blocks",
                    "Times that one event kept a loop for longer than 100 ms, or than its watchdog allows",
                    EngineStats::blockedLoops);
            counter(
                    "gearbox.loops.relieved",
                    "blocks",
                    "How many of these ended by a fresh thread that went on with the loop",
                    EngineStats::relievedLoops);
            counter(
                    "gearbox.loops.moves",
                    "moves",
                    "Times that a connection went from one of the engine's loops to another",
                    EngineStats::moves);
            timer(
                    "gearbox.event.queue.wait",
                    "Of events that a loop handles: how long they had been ready when their turn came",
                    EngineStats::events,
                    EngineStats::eventQueueNanos);
            keep(Gauge.builder("gearbox.loop.utilisation", engine, readings::loopUtilisation)
                    .description("The share of time that the loops worked since the last reading; NaN without loops")
                    .tags(tags)
                    .register(registry));
            keep(TimeGauge.builder(
                            "gearbox.turn.longest", engine, NANOSECONDS, reading(EngineStats::longestCallbackNanos))
                    .description("The longest time that one event kept a loop since the engine started")
                    .tags(tags)
                    .register(registry));
        }

        private Gauge gauge(String name, String unit, String what, ToDoubleFunction<EngineStats> value) {
            return Gauge.builder(name, engine, reading(value))
                    .description(what)
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry);
        }

        private void counter(
                String name, String unit, String what, ToDoubleFunction<EngineStats> value, String... more) {
            keep(FunctionCounter.builder(name, engine, reading(value))
                    .description(what)
                    .baseUnit(unit)
                    .tags(tags.and(more))
                    .register(registry));
        }

        private void timer(
                String name, String what, ToLongFunction<EngineStats> count, ToDoubleFunction<EngineStats> nanos) {
            Readings own = readings;
            keep(FunctionTimer.builder(name, engine, of -> count.applyAsLong(own.of(of)), reading(nanos), NANOSECONDS)
                    .description(what)
                    .tags(tags)
                    .register(registry));
        }

        /** Knows the readings and nothing else: a meter that knew this object would keep the engine. */
        private ToDoubleFunction<Engine> reading(ToDoubleFunction<EngineStats> value) {
            Readings own = readings;
            return of -> value.applyAsDouble(own.of(of));
        }

        private void keep(Meter meter) {
            bound.add(() -> registry.remove(meter));
        }
    }
}
