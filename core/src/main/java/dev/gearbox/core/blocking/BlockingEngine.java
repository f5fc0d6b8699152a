package dev.gearbox.core.blocking;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.sockets.Quietly;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.EngineSide;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

/**
 * An engine whose connections have a thread of their own that blocks. The kinds differ in who gives a connection its thread, the {@link Crew},
 * and in the kind of socket, the {@link Wire.Network}.
 */
public class BlockingEngine extends EngineBase {
    private final Wire.Network network;
    private final Crew crew;
    private final Queue<BlockingAcceptor> listeners = new ConcurrentLinkedQueue<>();
    private final Set<Wire> connecting = ConcurrentHashMap.newKeySet();

    /**
     * @param spec the engine's canonical spec
     * @param crew the engine's own, which it closes
     */
    public BlockingEngine(String spec, Wire.Network network, Crew crew) {
        super(spec);
        this.network = network;
        this.crew = crew;
    }

    @Override
    public final void adopt(Handoff connection) throws IOException {
        Optional<String> full = full();
        if (full.isPresent()) {
            throw new IllegalStateException(full.get());
        }
        EngineSide side = connection.side();
        Wire wire = network.adopt(connection.socket());
        try {
            start(wire, side);
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            side.declined(BlockingLink.detached(wire, side), noThread);
        }
    }

    /** Each has a thread to itself. */
    @Override
    protected final boolean reportsStuckCallbacks() {
        return false;
    }

    /** Why no connection of another engine would find a thread now; empty if one would. */
    protected Optional<String> full() {
        return Optional.empty();
    }

    @Override
    protected final Optional<String> shiftOutAbsence() {
        return network.shiftOutAbsence();
    }

    @Override
    protected final Optional<String> shiftInAbsence() {
        return network.shiftInAbsence();
    }

    private void start(Wire wire, EngineSide side) {
        Crew.Home home = crew.home();
        home.start(new BlockingLink(this, network, wire, side, home));
    }

    /**
     * Gives a new connection its thread.
     *
     * @throws OutOfMemoryError if the system has no thread left; the connection is closed then
     */
    final void drive(Wire wire, EngineSide side) {
        try {
            start(wire, side);
        } catch (RejectedExecutionException closing) {
            side.declined(wire, closing);
        } catch (OutOfMemoryError noThread) {
            side.declined(wire, noThread);
            throw noThread;
        }
    }

    @Override
    protected final Listener bind(InetSocketAddress address, Protocol protocol, Options options) throws IOException {
        BlockingAcceptor acceptor = new BlockingAcceptor(this, network.bind(address, options), protocol, options);
        listeners.add(acceptor);
        try {
            crew.accept(acceptor);
        } catch (RejectedExecutionException closed) {
            acceptor.close();
        }
        return acceptor;
    }

    @Override
    public final String backend() {
        return network.backend();
    }

    final Stream<Connection> connections(Listener listener) {
        return connectionsOf(listener);
    }

    final void forget(BlockingAcceptor acceptor) {
        listeners.remove(acceptor);
    }

    @Override
    protected final void connect(ConnectRequest request) {
        try {
            Crew.Home home = crew.home();
            home.start(() -> connect(home, request));
        } catch (RejectedExecutionException closed) {
            request.fail(new IllegalStateException(this + " is closed", closed));
        } catch (OutOfMemoryError noThread) {
            request.fail(noThread);
        }
    }

    /** On the connection's own thread, which goes on to drive it. */
    private void connect(Crew.Home home, ConnectRequest request) {
        Wire wire;
        try {
            requireOpen();
            wire = network.open(request.address(), request.options());
        } catch (IOException | RuntimeException failure) {
            request.fail(failure);
            return;
        }
        connecting.add(wire);
        EngineSide side;
        try {
            requireOpen();
            wire.connect(request.address(), request.options());
            side = request.connected(wire.localAddress(), wire.remoteAddress());
        } catch (ClosedChannelException | UncheckedIOException closed) {
            // By stopAccepting(): before it was connected, or after and before its addresses were asked for.
            Quietly.close(wire);
            request.fail(new IllegalStateException(this + " is closed", closed));
            return;
        } catch (IOException | RuntimeException failure) {
            Quietly.close(wire);
            request.fail(failure);
            return;
        } finally {
            connecting.remove(wire);
        }
        counters().connected.increment();
        new BlockingLink(this, network, wire, side, home).run();
    }

    @Override
    protected final void stopAccepting() {
        listeners.forEach(BlockingAcceptor::close);
        connecting.forEach(Quietly::close);
    }

    @Override
    protected void stopThreads() {
        crew.close();
    }
}
