package dev.gearbox.cli.serve;

import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.spi.CompositeEngine;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The engines of one server, by spec: the first, where connections start, and those that were started as targets of shifts.
 * They run until all are closed. Thread-safe.
 */
final class ServedEngines implements AutoCloseable {
    private final Engine first;
    private final Map<String, Engine> running = new LinkedHashMap<>();
    private boolean closed;

    /** Starts the first engine. */
    ServedEngines(String spec) {
        String name = Engines.check(spec);
        first = Engines.start(name);
        running.put(name, first);
    }

    /** The engine where connections start. */
    Engine first() {
        return first;
    }

    /** All running engines, in the order in which they were started. */
    synchronized List<Engine> all() {
        return List.copyOf(running.values());
    }

    /**
     * Returns an engine that connections can move to, and starts it if it does not run yet.
     *
     * @throws dev.gearbox.core.BadSpecException as {@link Engines#start}
     * @throws UsageException if it cannot adopt live connections, or the server is closing
     */
    synchronized Engine adopting(String spec) {
        String name = Engines.check(spec);
        if (closed) {
            throw new UsageException("the server is closing");
        }
        Engine there = running.get(name);
        if (there == null) {
            requireAdopting(name);
            there = Engines.start(name);
            running.put(name, there);
        }
        return there;
    }

    /** Checks before the engine is started, which would refuse each connection. */
    private static void requireAdopting(String spec) {
        String name = spec.split("\\?", 2)[0];
        List<String> can = Engines.models().stream()
                .map(IoModel::card)
                .filter(card -> card.capabilities().contains(Capability.SHIFT_IN))
                .map(ModelCard::name)
                .toList();
        if (!can.contains(name)) {
            throw new UsageException(name + " cannot adopt live connections. These can: " + String.join(", ", can));
        }
    }

    /** A snapshot of the live connections of all engines. */
    List<Connection> connections() {
        return all().stream().flatMap(Engine::connections).distinct().toList();
    }

    /** The engines that drive connections, by name; a composite engine is replaced by its parts. */
    Map<String, Engine> drivers() {
        Map<String, Engine> drivers = new LinkedHashMap<>();
        for (Engine engine : all()) {
            if (engine instanceof CompositeEngine whole) {
                whole.parts().forEach(part -> drivers.put(whole + ": " + part, part));
            } else {
                drivers.put(engine.toString(), engine);
            }
        }
        return drivers;
    }

    /** The sums of the counters of all engines. */
    EngineStats stats() {
        return all().stream().map(Engine::stats).reduce(EngineStats.NONE, EngineStats::plus);
    }

    /**
     * Closes all engines, as {@link Engine#close(Duration)} does, within one common {@code grace} period.
     *
     * @return the least graceful of their outcomes
     */
    Shutdown close(Duration grace) {
        synchronized (this) {
            closed = true;
        }
        long deadline = System.nanoTime() + grace.toNanos();
        return all().stream()
                .map(engine -> engine.close(Duration.ofNanos(Math.max(0, deadline - System.nanoTime()))))
                .reduce(Shutdown.GRACEFUL, Shutdown::or);
    }

    @Override
    public void close() {
        close(Duration.ZERO);
    }
}
