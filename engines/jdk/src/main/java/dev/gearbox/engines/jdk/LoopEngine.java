package dev.gearbox.engines.jdk;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Handoff;
import dev.gearbox.core.Listener;
import dev.gearbox.core.LoopStats;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Quietly;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.channels.SocketChannel;
import java.util.Collection;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;

/** What the selector engines share: an accepting loop and the rule by which a connection gets its own. */
abstract class LoopEngine extends EngineBase {
    private final Queue<LoopAcceptor> acceptors = new ConcurrentLinkedQueue<>();

    LoopEngine(String spec) {
        super(spec);
    }

    /** Where connections are accepted. */
    abstract SelectorLoop acceptLoop();

    /** The loop of the next connection, which is assigned to it with this call. From any thread. */
    abstract SelectorLoop nextLoop();

    /** All loops that run. */
    abstract Collection<SelectorLoop> allLoops();

    /** On the loop's thread: takes the connection over. */
    void drive(SelectorLoop loop, SocketChannel channel, EngineSide side) {
        SelectorLink.adopt(this, loop, channel, side);
    }

    @Override
    public final void adopt(Handoff connection) {
        if (!(connection.socket() instanceof Sockets.Detached socket)) {
            Quietly.close(connection.socket());
            throw new UnsupportedOperationException(
                    this + " cannot drive a " + connection.socket().getClass().getSimpleName());
        }
        adopt(socket.channel(), connection.side());
    }

    final void adopt(SocketChannel channel, EngineSide side) {
        SelectorLoop loop = nextLoop();
        if (loop.isLoopThread()) {
            drive(loop, channel, side);
        } else {
            loop.execute(() -> drive(loop, channel, side));
        }
    }

    @Override
    public final Listener listen(SocketAddress address, Protocol protocol, Options options) throws IOException {
        requireOpen();
        LoopAcceptor acceptor = new LoopAcceptor(this, acceptLoop(), address, protocol, options);
        acceptors.add(acceptor);
        acceptor.start();
        if (isClosing()) {
            acceptor.close();
            requireOpen();
        }
        return acceptor;
    }

    @Override
    public final String backend() {
        return acceptLoop().selector().getClass().getName();
    }

    final Stream<Connection> connections(Listener listener) {
        return connectionsOf(listener);
    }

    final void forget(LoopAcceptor acceptor) {
        acceptors.remove(acceptor);
    }

    @Override
    public final CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        CompletableFuture<Connection> connected = new CompletableFuture<>();
        SelectorLoop loop = nextLoop();
        loop.execute(() -> new LoopConnector(this, loop, protocol, options, connected).connect(address));
        if (isClosing()) {
            connected.completeExceptionally(new IllegalStateException(this + " is closed"));
        }
        return connected;
    }

    @Override
    protected final void stopAccepting() {
        acceptors.forEach(LoopAcceptor::close);
    }

    @Override
    protected void stopThreads() {
        allLoops().forEach(SelectorLoop::stop);
    }

    @Override
    protected final LoopStats loops() {
        return allLoops().stream().map(SelectorLoop::stats).reduce(LoopStats.NONE, LoopStats::plus);
    }
}
