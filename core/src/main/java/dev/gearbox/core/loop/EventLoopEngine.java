package dev.gearbox.core.loop;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Loops;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.balance.LoopSizing;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectRequest;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The common part of engines with event loops: their listeners, their loops, the choice of a loop for each new connection, and the close. For authors of
 * engines.
 *
 * @param <L> type of its loops
 */
public abstract class EventLoopEngine<L extends EventLoop> extends EngineBase {
    private final Queue<Listener> listeners = new ConcurrentLinkedQueue<>();
    private volatile @Nullable LoopWatchdog watchdog;

    @SuppressWarnings("this-escape") // it only stores it
    private final LoopSet<L> loops = new LoopSet<>(this);

    private @Nullable RebalanceThread<L> rebalanceThread;

    /**
     * @param spec the engine's canonical spec
     */
    protected EventLoopEngine(String spec) {
        super(spec);
    }

    /**
     * Starts a loop.
     *
     * @param number of the loop in this engine, from 1
     * @throws java.io.UncheckedIOException if the system has no descriptor left for it
     * @throws OutOfMemoryError if it has no thread left
     */
    protected abstract L startLoop(int number);

    /** Opens a bound listener that accepts, or is about to. */
    protected abstract Listener open(SocketAddress address, Protocol protocol, Options options) throws IOException;

    /** Starts connecting, on the loop's thread. The connection is assigned to the loop, and unassigned if connecting fails. */
    protected abstract void connect(L loop, ConnectRequest request);

    /** Makes this loop, to which the connection is assigned, drive it soon. Otherwise as {@link #adopt(Handoff)}. From any thread. */
    protected abstract void adopt(L loop, Handoff connection) throws IOException;

    /**
     * Makes the loop, to which the connection is assigned, start driving it. A loop that has died declines it. From any thread.
     *
     * @param socket what the loop was to drive
     */
    protected final void beginOn(L loop, DetachedSocket socket, ConnectionState state, Runnable begin) {
        if (!loop.execute(begin)) {
            loop.unassign();
            state.declined(socket, loop.hasDied());
        }
    }

    /** Returns whether {@link #loops} can change their number. */
    protected boolean isElastic() {
        return false;
    }

    /** A loop was started, or stays after all: listeners that accept on every loop have to accept on this one. */
    protected void settle(L loop) {}

    /**
     * Makes listeners stop accepting on this loop, without losing connections that wait to be accepted there.
     *
     * @return completes when they have stopped
     */
    protected CompletionStage<Void> vacate(L loop) {
        return CompletableFuture.completedStage(null);
    }

    /**
     * Starts {@code count} more loops: all or none.
     *
     * @throws java.io.UncheckedIOException as {@link #startLoop}
     * @throws OutOfMemoryError as {@link #startLoop}
     */
    protected final List<L> startLoops(int count) {
        return loops.grow(count);
    }

    /** Starts rebalancing: moves connections between loops and adapts the number of loops to the load. Called once, after the loops are started. */
    protected final void lookAfterLoops(LoopSizing sizing) {
        RebalanceThread<L> looks = new RebalanceThread<>(this, loops, sizing);
        looks.start();
        rebalanceThread = looks;
    }

    /** Returns the loop of the next connection, which is assigned to it by this call. From any thread. */
    public L nextLoop() {
        return loops.next();
    }

    /** Excludes this loop, which has died of a defect, from new connections. Called on its thread. */
    final void lost(EventLoop loop, IOException reason) {
        loops.lost(loop, reason);
    }

    /** Returns a snapshot of the loops that take connections. */
    protected final List<L> openLoops() {
        return loops.taking();
    }

    /** Returns a snapshot of the loops that take connections and those that are being drained. */
    final List<L> allLoops() {
        return loops.running();
    }

    /** Returns the open listeners. */
    protected final Stream<Listener> listeners() {
        return listeners.stream();
    }

    @Override
    protected boolean isOnOwnThread() {
        return loops.isOnLoop();
    }

    /** Returns why another thread cannot take over a loop whose own thread is stuck; empty if it can. */
    protected Optional<String> watchdogAbsence() {
        return Optional.of("the loops of its kind belong to their threads");
    }

    /**
     * Starts supervision of the loops: when a callback blocks its loop for too long, a new thread takes over the loop, its listeners and all other connections,
     * and the stuck thread is left with that callback only. When the callback returns, the connection is shifted to the eviction target, if there is one. Only
     * callbacks of sessions are supervised, not other code on a loop (such as a stage that depends on the one of {@link #connect}). Costs a store and an atomic
     * exchange for each callback, and one thread that checks periodically.
     *
     * @throws UnsupportedOperationException if no other thread can take over this engine's loops: the message says why
     * @throws IllegalStateException if it is supervised already, has connections, or is closed
     */
    public final void startWatchdog(WatchdogOptions options) {
        requireOpen();
        watchdogAbsence().ifPresent(why -> {
            throw new UnsupportedOperationException(this + " cannot relieve a loop: " + why);
        });
        if (watchdog != null || stats().connections() > 0) {
            throw new IllegalStateException(this + " can be supervised only once, and before it has connections");
        }
        LoopWatchdog watching = new LoopWatchdog(this, options);
        watchdog = watching;
        allLoops().forEach(watching::watch);
        watching.start();
    }

    /** Called before a loop starts. */
    final void watchOver(EventLoop loop) {
        LoopWatchdog watching = watchdog;
        if (watching != null) {
            watching.watch(loop);
        }
    }

    /** Returns the live connections that {@code listener} accepted. */
    public final Stream<Connection> connections(Listener listener) {
        return connectionsOf(listener);
    }

    /** {@code listener} has closed. From any thread. */
    public final void forget(Listener listener) {
        listeners.remove(listener);
        released(listener);
    }

    @Override
    public final Optional<Loops> loops() {
        return isElastic() && shiftOutAbsence().isEmpty() ? Optional.of(loops) : Optional.empty();
    }

    @Override
    public final void adopt(Handoff connection) throws IOException {
        adoptOn(nextLoop(), connection);
    }

    /** As {@link #adopt(EventLoop, Handoff)}; if that throws, the connection is unassigned from the loop. */
    final void adoptOn(L loop, Handoff connection) throws IOException {
        try {
            adopt(loop, connection);
        } catch (IOException | RuntimeException failure) {
            loop.unassign();
            throw failure;
        }
    }

    /** As {@link Transport#takenBack}: the connection came from {@code home}, where its shift has reserved its place. */
    public final void takeBack(EventLoop home, Handoff connection) {
        home.assign();
        try {
            adoptOn(loops.home(home), connection);
        } catch (IOException | UnsupportedOperationException failure) {
            connection.state().declined(connection.socket(), failure);
        }
    }

    @Override
    protected final Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        synchronized (loops.lock) {
            Listener listener = open(address, protocol, options);
            listeners.add(listener);
            return listener;
        }
    }

    @Override
    protected final void connect(ConnectRequest request) {
        L loop;
        try {
            loop = nextLoop();
        } catch (IllegalStateException none) {
            request.fail(none);
            return;
        }
        if (!loop.execute(() -> connect(loop, request))) {
            loop.unassign();
            request.fail(new IOException("the loop of the connection has just died"));
        }
        if (isClosing()) {
            request.fail(new IllegalStateException(this + " is closed"));
        }
    }

    @Override
    protected final void stopAccepting() {
        listeners.forEach(Listener::close);
    }

    @Override
    protected void stopThreads() {
        if (rebalanceThread != null) {
            rebalanceThread.stop();
        }
        // Before the loops: stuck threads give their connections back to loops that still run.
        LoopWatchdog watching = watchdog;
        if (watching != null) {
            watching.stop();
        }
        loops.stop();
    }

    @Override
    protected final LoopStats loopStats() {
        return loops.stats();
    }
}
