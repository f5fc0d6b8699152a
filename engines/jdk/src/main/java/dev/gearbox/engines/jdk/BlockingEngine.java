package dev.gearbox.engines.jdk;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Handoff;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.TimerThread;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketAddress;
import java.nio.channels.ClosedChannelException;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Stream;

/** What the blocking engines share. They differ in who gives a connection its thread ({@code owners}) and in the kind of socket. */
class BlockingEngine extends EngineBase {
    private final Wire.Network network;
    private final ExecutorService owners;
    private final ExecutorService couriers;
    private final ExecutorService acceptors;
    private final TimerThread timer;
    private final Queue<BlockingAcceptor> listeners = new ConcurrentLinkedQueue<>();
    private final Set<Wire> connecting = ConcurrentHashMap.newKeySet();

    /**
     * @param owners gives each connection a thread for life
     * @param couriers lends a thread for a turn that the connection's own cannot take because it is blocked
     * @param acceptors makes the acceptors' threads
     */
    BlockingEngine(
            String spec,
            String name,
            Wire.Network network,
            ExecutorService owners,
            ExecutorService couriers,
            ThreadFactory acceptors) {
        super(spec);
        this.network = network;
        this.owners = owners;
        this.couriers = couriers;
        this.acceptors = Executors.newThreadPerTaskExecutor(acceptors);
        timer = new TimerThread(name + "-timer");
    }

    @Override
    public final void adopt(Handoff connection) {
        Wire wire = switch (connection.socket()) {
            case Wire blocking -> blocking;
            case Sockets.Detached detached -> {
                try {
                    detached.channel().configureBlocking(true);
                } catch (IOException failure) {
                    Sockets.close(detached);
                    throw new UnsupportedOperationException("cannot block on " + detached.channel(), failure);
                }
                yield new ChannelWire(detached.channel());
            }
            default -> {
                Sockets.close(connection.socket());
                throw new UnsupportedOperationException(this + " cannot drive a "
                        + connection.socket().getClass().getSimpleName());
            }
        };
        drive(wire, connection.side());
    }

    /**
     * Gives the connection its thread.
     *
     * @throws OutOfMemoryError if the system has no thread left; the connection is closed then
     */
    final void drive(Wire wire, EngineSide side) {
        try {
            owners.execute(new BlockingLink(this, wire, side, timer, couriers));
        } catch (RejectedExecutionException closing) {
            Sockets.close(wire);
            side.refuse(closing);
        } catch (OutOfMemoryError noThread) {
            Sockets.close(wire);
            side.refuse(noThread);
            throw noThread;
        }
    }

    @Override
    public final Listener listen(SocketAddress address, Protocol protocol, Options options) throws IOException {
        requireOpen();
        BlockingAcceptor acceptor = new BlockingAcceptor(this, network.bind(address, options), protocol, options);
        listeners.add(acceptor);
        try {
            acceptors.execute(acceptor);
        } catch (RejectedExecutionException closed) {
            acceptor.close();
        }
        if (isClosing()) {
            acceptor.close();
            requireOpen();
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
    public final CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        CompletableFuture<Connection> connected = new CompletableFuture<>();
        try {
            owners.execute(() -> connect(address, protocol, options, connected));
        } catch (RejectedExecutionException closed) {
            connected.completeExceptionally(new IllegalStateException(this + " is closed", closed));
        } catch (OutOfMemoryError noThread) {
            connected.completeExceptionally(noThread);
        }
        return connected;
    }

    /** On the connection's own thread, which goes on to drive it. */
    private void connect(
            SocketAddress address, Protocol protocol, Options options, CompletableFuture<Connection> connected) {
        Wire wire;
        try {
            wire = network.open(options);
        } catch (IOException failure) {
            connected.completeExceptionally(failure);
            return;
        }
        connecting.add(wire);
        EngineSide side;
        try {
            requireOpen();
            wire.connect(address, options);
            side = new EngineSide(protocol, options, wire.localAddress(), wire.remoteAddress(), null, connected);
        } catch (ClosedChannelException | UncheckedIOException closed) {
            // By stopAccepting(): before it was connected, or after and before its addresses were asked for.
            Sockets.close(wire);
            connected.completeExceptionally(new IllegalStateException(this + " is closed", closed));
            return;
        } catch (IOException | RuntimeException failure) {
            Sockets.close(wire);
            connected.completeExceptionally(failure);
            return;
        } finally {
            connecting.remove(wire);
        }
        counters().connected.increment();
        new BlockingLink(this, wire, side, timer, couriers).run();
    }

    @Override
    protected final void stopAccepting() {
        listeners.forEach(BlockingAcceptor::close);
        connecting.forEach(Sockets::close);
    }

    @Override
    protected void stopThreads() {
        acceptors.close();
        timer.close();
        owners.close();
        couriers.close();
    }
}
