package dev.gearbox.core;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What engines made of event loops share: their listeners, the loop of each new connection, and the end of all of it. For those who write
 * engines.
 *
 * @param <L> its kind of loop
 */
public abstract class EventLoopEngine<L extends EventLoop> extends EngineBase {
    private final Queue<Listener> listeners = new ConcurrentLinkedQueue<>();
    private volatile @Nullable Supervisor supervisor;

    /**
     * @param spec the engine's canonical spec
     */
    protected EventLoopEngine(String spec) {
        super(spec);
    }

    /** From any thread: the loop of the next connection, which is assigned to it with this call. */
    protected abstract L nextLoop();

    /** All loops that run. */
    protected abstract Collection<L> allLoops();

    /** A bound listener that accepts, or is about to. */
    protected abstract Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException;

    /** On the loop's thread: begins to connect. The connection is assigned to the loop; it is unassigned if there will be none. */
    protected abstract void connect(L loop, ConnectRequest request);

    /** Why no other thread can go on with a loop whose own is stuck; empty if one can. */
    protected Optional<String> superviseAbsence() {
        return Optional.of("the loops of its kind belong to their threads");
    }

    /**
     * From now on, a callback that keeps its loop for too long keeps nobody else: a fresh thread goes on with the loop, its listeners and all other
     * connections, and the stuck one has nothing left but that callback. When it returns the connection is shifted to the refuge, if there is one.
     * What is supervised are callbacks of sessions; what else runs on a loop (a continuation of {@link #connect}'s answer) is not. Costs a store and
     * an exchange for each callback and a thread that looks now and then.
     *
     * @throws UnsupportedOperationException if this engine's loops cannot change threads: the message says why
     * @throws IllegalStateException if it is supervised already, or has connections, or is closed
     */
    public final void supervise(Supervision terms) {
        requireOpen();
        superviseAbsence().ifPresent(why -> {
            throw new UnsupportedOperationException(this + " cannot relieve a loop: " + why);
        });
        if (supervisor != null || stats().connections() > 0) {
            throw new IllegalStateException(this + " is to be supervised before it has connections, and once");
        }
        Supervisor watching = new Supervisor(this, terms);
        supervisor = watching;
        allLoops().forEach(watching::watch);
        watching.start();
    }

    /** A loop is about to start. */
    final void watchOver(EventLoop loop) {
        Supervisor watching = supervisor;
        if (watching != null) {
            watching.watch(loop);
        }
    }

    /** The live connections that came in through {@code listener}. */
    public final Stream<Connection> connections(Listener listener) {
        return connectionsOf(listener);
    }

    /** From any thread: {@code listener} has closed. */
    public final void forget(Listener listener) {
        listeners.remove(listener);
    }

    @Override
    public final Listener listen(SocketAddress address, Protocol protocol, Options options) throws IOException {
        requireOpen();
        Listener listener = bind(address, protocol, options);
        listeners.add(listener);
        if (isClosing()) {
            listener.close();
            requireOpen();
        }
        return listener;
    }

    @Override
    public final CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        ConnectRequest request = new ConnectRequest(address, protocol, options);
        L loop = nextLoop();
        loop.execute(() -> connect(loop, request));
        if (isClosing()) {
            request.fail(new IllegalStateException(this + " is closed"));
        }
        return request.opened();
    }

    @Override
    protected final void stopAccepting() {
        listeners.forEach(Listener::close);
    }

    @Override
    protected void stopThreads() {
        // First: those who are stuck give their connections back to loops that run.
        Supervisor watching = supervisor;
        if (watching != null) {
            watching.stop();
        }
        allLoops().forEach(EventLoop::stop);
    }

    @Override
    protected final LoopStats loops() {
        return allLoops().stream().map(EventLoop::stats).reduce(LoopStats.NONE, LoopStats::plus);
    }
}
