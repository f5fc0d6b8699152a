package dev.gearbox.core;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/**
 * What engines made of event loops share: their listeners, the loop of each new connection, and the end of all of it. For those who write
 * engines.
 *
 * @param <L> its kind of loop
 */
public abstract class EventLoopEngine<L extends EventLoop> extends EngineBase {
    private final Queue<Listener> listeners = new ConcurrentLinkedQueue<>();

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
        allLoops().forEach(EventLoop::stop);
    }

    @Override
    protected final LoopStats loops() {
        return allLoops().stream().map(EventLoop::stats).reduce(LoopStats.NONE, LoopStats::plus);
    }
}
