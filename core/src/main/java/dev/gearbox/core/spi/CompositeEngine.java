package dev.gearbox.core.spi;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.concurrent.EndOfProcess;
import dev.gearbox.core.concurrent.Nanos;
import dev.gearbox.core.recording.RunningEngines;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An engine composed of other engines: connections are accepted by the first of them, and a subclass shifts them between the parts. A connection's {@link
 * Connection#engine} is the whole, whichever part drives it: {@link #partOf} says which. Closing it closes all parts, the first one first; a connection that
 * moves meanwhile stays with one of them. {@link #stats} are the sums of its parts': a shift from one to another counts as out and as in. For authors of
 * engines.
 */
public abstract class CompositeEngine implements AdoptingEngine {
    private final String spec;
    private final List<EngineBase> parts;
    private final Object ending = new Object();
    private final CountDownLatch closed = new CountDownLatch(1);
    private @Nullable Shutdown shutdown;

    /**
     * @param spec the engine's canonical spec
     * @param parts running engines, which are closed with this one; the first accepts the connections
     * @throws BadSpecException if one of them is a composite itself
     */
    @SuppressWarnings("this-escape") // the parts publish it, and have no connection yet
    protected CompositeEngine(String spec, List<Engine> parts) {
        this.spec = spec;
        this.parts = parts.stream().map(CompositeEngine::part).toList();
        this.parts.forEach(part -> {
            part.belongTo(this);
            RunningEngines.belongs(part, this);
        });
    }

    private static EngineBase part(Engine engine) {
        if (engine instanceof EngineBase part) {
            return part;
        }
        throw new BadSpecException(engine + " is made of engines itself and cannot be a part of another one");
    }

    /** Stops whatever shifts connections, and waits for it. Called once, before the parts are closed. */
    protected abstract void stopMoving();

    /** Returns the part that accepts and opens connections. */
    public final EngineBase entrance() {
        return parts.getFirst();
    }

    /** Returns the part that drives {@code connection} now; empty if none does. */
    public final Optional<EngineBase> partOf(Connection connection) {
        return parts.stream()
                .filter(part -> part.driven().anyMatch(side -> side.connection().equals(connection)))
                .findFirst();
    }

    /** Returns all parts, in the order in which they were given. */
    public final List<EngineBase> parts() {
        return parts;
    }

    @Override
    public final void adopt(Handoff connection) throws IOException {
        entrance().adopt(connection);
    }

    @Override
    public final Listener listen(SocketAddress address, Protocol protocol, Options options) throws IOException {
        requireInternet(address);
        return entrance().listen(address, protocol, options);
    }

    @Override
    public final CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        try {
            requireInternet(address);
        } catch (IllegalArgumentException refused) {
            return CompletableFuture.failedFuture(refused);
        }
        return entrance().connect(address, protocol, options);
    }

    private void requireInternet(SocketAddress address) {
        if (address instanceof UnixDomainSocketAddress unix) {
            EngineBase.requireUnix(
                    this, unix, Optional.of("it moves connections between engines, which needs internet sockets"));
        }
    }

    @Override
    public final Stream<Connection> connections() {
        // A connection in transit belongs to two parts.
        return parts.stream().flatMap(EngineBase::connections).distinct();
    }

    @Override
    public final String backend() {
        return parts.stream().map(part -> part + ": " + part.backend()).collect(Collectors.joining("; "));
    }

    @Override
    public final EngineStats stats() {
        // A connection in transit belongs to two parts.
        int connections =
                (int) parts.stream().flatMap(EngineBase::driven).distinct().count();
        return parts.stream()
                .map(EngineBase::stats)
                .reduce(EngineStats.NONE, EngineStats::plus)
                .withConnections(connections);
    }

    @Override
    public final Shutdown close(Duration grace) {
        parts.forEach(EngineBase::requireOutside);
        synchronized (ending) {
            if (shutdown == null) {
                EndOfProcess.forget(this);
                stopMoving();
                if (grace.isPositive()) {
                    // All at once: the parts are closed one after the other.
                    parts.stream().flatMap(EngineBase::driven).forEach(ConnectionState::stop);
                }
                long deadline = System.nanoTime() + Nanos.of(grace);
                Shutdown how = Shutdown.GRACEFUL;
                for (EngineBase part : parts) {
                    Duration left = Duration.ofNanos(Math.max(0, deadline - System.nanoTime()));
                    how = how.or(part.close(left));
                }
                RunningEngines.remove(this);
                shutdown = how;
                closed.countDown();
            }
            return shutdown;
        }
    }

    @Override
    public final void closeOnSignal(Duration grace) {
        parts.forEach(EngineBase::requireOpen);
        EndOfProcess.perform(this, () -> close(grace));
    }

    @Override
    public final Shutdown awaitClosed() throws InterruptedException {
        parts.forEach(EngineBase::requireOutside);
        closed.await();
        return close(Duration.ZERO);
    }

    @Override
    public final String toString() {
        return spec;
    }
}
