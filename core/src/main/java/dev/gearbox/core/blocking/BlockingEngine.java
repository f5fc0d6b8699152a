package dev.gearbox.core.blocking;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.stream.Stream;

/**
 * An engine whose connections each have a thread that blocks. The variants differ in where a connection's thread comes from, the {@link ConnectionThreads}, and
 * in the kind of socket, the {@link BlockingSocket.Factory}.
 */
public class BlockingEngine extends EngineBase {
    private final BlockingSocket.Factory sockets;
    private final ConnectionThreads threads;
    private final Queue<BlockingAcceptor> listeners = new ConcurrentLinkedQueue<>();
    private final Set<BlockingSocket> connecting = ConcurrentHashMap.newKeySet();

    /**
     * @param spec the engine's canonical spec
     * @param threads owned and closed by the engine
     */
    public BlockingEngine(String spec, BlockingSocket.Factory sockets, ConnectionThreads threads) {
        super(spec);
        this.sockets = sockets;
        this.threads = threads;
    }

    @Override
    public final void adopt(Handoff connection) throws IOException {
        Optional<String> full = full();
        if (full.isPresent()) {
            throw new IllegalStateException(full.get());
        }
        ConnectionState state = connection.state();
        BlockingSocket socket = sockets.adopt(connection);
        try {
            start(socket, connection.socket(), state);
        } catch (RejectedExecutionException | OutOfMemoryError noThread) {
            state.declined(connection.socket(), noThread);
        }
    }

    /** Each connection has a thread to itself. */
    @Override
    protected final boolean reportsStuckCallbacks() {
        return false;
    }

    /** Returns why no thread is available for a connection of another engine; empty if one is. */
    protected Optional<String> full() {
        return Optional.empty();
    }

    @Override
    protected final Optional<String> shiftOutAbsence() {
        return sockets.shiftOutAbsence();
    }

    @Override
    protected final Optional<String> shiftInAbsence() {
        return sockets.shiftInAbsence();
    }

    @Override
    public final Optional<String> resetAbsence() {
        return sockets.resetAbsence();
    }

    @Override
    protected final Optional<String> unixAbsence() {
        return sockets.unixAbsence();
    }

    private void start(BlockingSocket socket, DetachedSocket came, ConnectionState state) {
        ConnectionThreads.ConnectionExecutor executor = threads.executor();
        executor.start(new BlockingTransport(this, socket, came, state, executor));
    }

    /**
     * Starts the thread of a new connection.
     *
     * @throws OutOfMemoryError if the system has no thread left; the connection is then closed
     */
    final void drive(BlockingSocket socket, ConnectionState state) {
        try {
            start(socket, socket, state);
        } catch (RejectedExecutionException closing) {
            state.declined(socket, closing);
        } catch (OutOfMemoryError noThread) {
            state.declined(socket, noThread);
            throw noThread;
        }
    }

    @Override
    protected final Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        BlockingAcceptor acceptor = new BlockingAcceptor(this, sockets.bind(address, options), protocol, options);
        listeners.add(acceptor);
        try {
            threads.accept(acceptor);
        } catch (RejectedExecutionException closed) {
            acceptor.close();
        }
        return acceptor;
    }

    @Override
    public final String backend() {
        return sockets.backend();
    }

    final Stream<Connection> connections(Listener listener) {
        return connectionsOf(listener);
    }

    final void forget(BlockingAcceptor acceptor) {
        listeners.remove(acceptor);
        released(acceptor);
    }

    @Override
    protected final void connect(ConnectRequest request) {
        try {
            ConnectionThreads.ConnectionExecutor executor = threads.executor();
            executor.start(() -> connect(executor, request));
        } catch (RejectedExecutionException closed) {
            request.fail(new IllegalStateException(this + " is closed", closed));
        } catch (OutOfMemoryError noThread) {
            request.fail(noThread);
        }
    }

    /** Runs on the connection's own thread, which goes on to drive the connection. */
    private void connect(ConnectionThreads.ConnectionExecutor executor, ConnectRequest request) {
        BlockingSocket socket;
        try {
            requireOpen();
            socket = sockets.open(request.address(), request.options());
        } catch (IOException | RuntimeException failure) {
            request.fail(failure);
            return;
        }
        connecting.add(socket);
        ConnectionState state;
        try {
            requireOpen();
            socket.connect(request.address(), request.options());
            state = request.connected(socket.localAddress(), socket.remoteAddress());
        } catch (ClosedChannelException | UncheckedIOException closed) {
            // Closed by stopAccepting(): before it was connected, or afterwards but before its addresses were read.
            Closeables.close(socket);
            request.fail(new IllegalStateException(this + " is closed", closed));
            return;
        } catch (IOException | RuntimeException failure) {
            Closeables.close(socket);
            request.fail(failure);
            return;
        } finally {
            connecting.remove(socket);
        }
        counters().connected.increment();
        new BlockingTransport(this, socket, socket, state, executor).run();
    }

    @Override
    protected final void stopAccepting() {
        listeners.forEach(BlockingAcceptor::close);
        connecting.forEach(Closeables::close);
    }

    @Override
    protected void stopThreads() {
        threads.close();
    }
}
