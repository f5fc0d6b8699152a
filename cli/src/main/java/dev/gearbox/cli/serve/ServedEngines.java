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
 * The engines of one server, by their specs: the first, where connections come in, and those that were started because connections are to move
 * there. They run until all are closed. All methods from any thread.
 */
final class ServedEngines implements AutoCloseable {
    private final Engine first;
    private final Map<String, Engine> running = new LinkedHashMap<>();
    private boolean closed;

    /** Starts the first. */
    ServedEngines(String spec) {
        String name = Engines.check(spec);
        first = Engines.start(name);
        running.put(name, first);
    }

    /** Where connections come in. */
    Engine first() {
        return first;
    }

    /** All that run, in the order in which they were started. */
    synchronized List<Engine> all() {
        return List.copyOf(running.values());
    }

    /**
     * One that connections can move to; it is started if it does not run yet.
     *
     * @throws dev.gearbox.core.BadSpecException as {@link Engines#start}
     * @throws UsageException if it is of a kind that takes no live connections, or the server ends
     */
    synchronized Engine adopting(String spec) {
        String name = Engines.check(spec);
        if (closed) {
            throw new UsageException("the server ends");
        }
        Engine there = running.get(name);
        if (there == null) {
            requireAdopting(name);
            there = Engines.start(name);
            running.put(name, there);
        }
        return there;
    }

    /** Sooner than the engine itself would say so, with every connection: then it need not be started. */
    private static void requireAdopting(String spec) {
        String name = spec.split("\\?", 2)[0];
        List<String> can = Engines.models().stream()
                .map(IoModel::card)
                .filter(card -> card.capabilities().contains(Capability.SHIFT_IN))
                .map(ModelCard::name)
                .toList();
        if (!can.contains(name)) {
            throw new UsageException(name + " takes no live connections over. These do: " + String.join(", ", can));
        }
    }

    /** The live connections of all of them: a snapshot. */
    List<Connection> connections() {
        return all().stream().flatMap(Engine::connections).distinct().toList();
    }

    /** What drives connections, by name: each engine, but of one that is made of others each of these. */
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

    /** What all of them together have counted. */
    EngineStats stats() {
        return all().stream().map(Engine::stats).reduce(EngineStats.NONE, EngineStats::plus);
    }

    /**
     * Closes all of them, as {@link Engine#close(Duration)} does; {@code grace} is for all together.
     *
     * @return of all their ends the one that is furthest from graceful
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
