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
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What engines made of event loops share: their listeners, their loops, the loop of each new connection, and the end of all of it. For those who
 * write engines.
 *
 * @param <L> its kind of loop
 */
public abstract class EventLoopEngine<L extends EventLoop> extends EngineBase {
    private final Queue<Listener> listeners = new ConcurrentLinkedQueue<>();
    private volatile @Nullable LoopWatchdog watchdog;

    @SuppressWarnings("this-escape") // it only keeps it
    private final LoopSet<L> loops = new LoopSet<>(this);

    private @Nullable RebalanceThread<L> rebalanceThread;

    /**
     * @param spec the engine's canonical spec
     */
    protected EventLoopEngine(String spec) {
        super(spec);
    }

    /**
     * A loop that runs.
     *
     * @param number counts the engine's loops from 1
     * @throws java.io.UncheckedIOException if the system has no descriptor left for it
     * @throws OutOfMemoryError if it has no thread left
     */
    protected abstract L startLoop(int number);

    /** A bound listener that accepts, or is about to. */
    protected abstract Listener open(InetSocketAddress address, Protocol protocol, Options options) throws IOException;

    /** On the loop's thread: begins to connect. The connection is assigned to the loop; it is unassigned if there will be none. */
    protected abstract void connect(L loop, ConnectRequest request);

    /** From any thread: this loop, to which the connection is assigned, drives it soon. As {@link #adopt(Handoff)} otherwise. */
    protected abstract void adopt(L loop, Handoff connection) throws IOException;

    /**
     * From any thread: has the loop, to which the connection is assigned, begin to drive it. A loop that has died declines it.
     *
     * @param socket what the loop was to drive
     */
    protected final void beginOn(L loop, DetachedSocket socket, ConnectionState state, Runnable begin) {
        if (!loop.execute(begin)) {
            loop.unassign();
            state.declined(socket, loop.hasDied());
        }
    }

    /** Whether {@link #loops} can change their number. */
    protected boolean isElastic() {
        return false;
    }

    /** A loop has been started, or stays after all: listeners that accept on each loop do so on this one. */
    protected void settle(L loop) {}

    /**
     * Listeners are not to accept on this loop any more, nor lose what waits to be accepted there.
     *
     * @return completes when that is so
     */
    protected CompletionStage<Void> vacate(L loop) {
        return CompletableFuture.completedStage(null);
    }

    /**
     * Starts so many loops, or so many more: all or none.
     *
     * @throws java.io.UncheckedIOException as {@link #startLoop}
     * @throws OutOfMemoryError as {@link #startLoop}
     */
    protected final List<L> startLoops(int count) {
        return loops.grow(count);
    }

    /** Once, when the loops are started: moves connections about and changes the number of loops from now on, as the load wants it. */
    protected final void lookAfterLoops(LoopSizing sizing) {
        RebalanceThread<L> looks = new RebalanceThread<>(this, loops, sizing);
        looks.start();
        rebalanceThread = looks;
    }

    /** From any thread: the loop of the next connection, which is assigned to it with this call. */
    public L nextLoop() {
        return loops.next();
    }

    /** On the thread of this loop, which has died of a defect: it gets no more connections. */
    final void lost(EventLoop loop, IOException reason) {
        loops.lost(loop, reason);
    }

    /** The loops that take connections: a snapshot. */
    protected final List<L> openLoops() {
        return loops.taking();
    }

    /** Those and the ones that are being drained: a snapshot. */
    final List<L> allLoops() {
        return loops.running();
    }

    /** The listeners that are open. */
    protected final Stream<Listener> listeners() {
        return listeners.stream();
    }

    @Override
    protected boolean isOnOwnThread() {
        return loops.isOnLoop();
    }

    /** Why no other thread can go on with a loop whose own is stuck; empty if one can. */
    protected Optional<String> watchdogAbsence() {
        return Optional.of("the loops of its kind belong to their threads");
    }

    /**
     * From now on, a callback that keeps its loop for too long keeps nobody else: a fresh thread goes on with the loop, its listeners and all other
     * connections, and the stuck one has nothing left but that callback. When it returns the connection is shifted to the eviction target, if there is one.
     * What is supervised are callbacks of sessions; what else runs on a loop (a continuation of {@link #connect}'s answer) is not. Costs a store and
     * an exchange for each callback and a thread that looks now and then.
     *
     * @throws UnsupportedOperationException if this engine's loops cannot change threads: the message says why
     * @throws IllegalStateException if it is supervised already, or has connections, or is closed
     */
    public final void startWatchdog(WatchdogOptions options) {
        requireOpen();
        watchdogAbsence().ifPresent(why -> {
            throw new UnsupportedOperationException(this + " cannot relieve a loop: " + why);
        });
        if (watchdog != null || stats().connections() > 0) {
            throw new IllegalStateException(this + " is to be supervised before it has connections, and once");
        }
        LoopWatchdog watching = new LoopWatchdog(this, options);
        watchdog = watching;
        allLoops().forEach(watching::watch);
        watching.start();
    }

    /** A loop is about to start. */
    final void watchOver(EventLoop loop) {
        LoopWatchdog watching = watchdog;
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
    public final Optional<Loops> loops() {
        return isElastic() && shiftOutAbsence().isEmpty() ? Optional.of(loops) : Optional.empty();
    }

    @Override
    public final void adopt(Handoff connection) throws IOException {
        adoptOn(nextLoop(), connection);
    }

    /** As {@link #adopt(EventLoop, Handoff)}; if that throws the connection is assigned to the loop no more. */
    final void adoptOn(L loop, Handoff connection) throws IOException {
        try {
            adopt(loop, connection);
        } catch (IOException | RuntimeException failure) {
            loop.unassign();
            throw failure;
        }
    }

    /** As {@link Transport#takenBack}: the connection came from {@code home}, where its shift keeps a place for it. */
    public final void takeBack(EventLoop home, Handoff connection) {
        home.assign();
        try {
            adoptOn(loops.home(home), connection);
        } catch (IOException | UnsupportedOperationException failure) {
            connection.state().declined(connection.socket(), failure);
        }
    }

    @Override
    protected final Listener bind(InetSocketAddress address, Protocol protocol, Options options) throws IOException {
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
        // Before the loops: those who are stuck give their connections back to loops that run.
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
