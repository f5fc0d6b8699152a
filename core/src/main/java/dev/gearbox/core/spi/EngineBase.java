package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.concurrent.EngineFuture;
import dev.gearbox.core.observe.Counters;
import dev.gearbox.core.observe.ExhaustionLog;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.core.recording.RunningEngines;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What all engines have in common: their name, buffers, counters, the set of their live connections, and the way in which they end. For those
 * who write engines.
 */
public abstract class EngineBase implements AdoptingEngine {
    private final String spec;
    private final BufferPool pool = new BufferPool();
    private final Counters counters = new Counters();
    private final ExhaustionLog exhaustion;
    private final Set<ConnectionState> live = ConcurrentHashMap.newKeySet();
    /** Came in through a listener of this engine and went to another one; perhaps it is back. */
    private final Set<ConnectionState> emigrants = ConcurrentHashMap.newKeySet();

    private final Object empty = new Object();
    /** Not the engine itself: a subclass may lock that on its threads, for which the closing one waits. */
    private final Object ending = new Object();

    private volatile boolean closing;
    private volatile boolean watched;
    private volatile @Nullable CompositeEngine whole;
    private volatile @Nullable SlowTurnListener slowTurns;
    private @Nullable Shutdown shutdown;

    /**
     * @param spec the engine's canonical spec, which it also answers as its string
     */
    protected EngineBase(String spec) {
        this.spec = spec;
        exhaustion = new ExhaustionLog(spec);
    }

    /**
     * As {@link #listen}, on an engine that was open a moment ago: it is asked again when the listener is there, and closes that if it is not.
     *
     * @param address resolved
     */
    protected Listener bind(InetSocketAddress address, Protocol protocol, Options options) throws IOException {
        throw new UnsupportedOperationException(this + " has no sockets");
    }

    /** As {@link #connect(SocketAddress, Protocol, Options)}: begins, and tells the request what comes of it. */
    protected void connect(ConnectRequest request) {
        throw new UnsupportedOperationException(this + " has no sockets");
    }

    /** Closes all listeners and refuses connections that are not open yet. Called once, from the closing thread. */
    protected abstract void stopAccepting();

    /** Ends all threads and waits for them. Called once, after {@link #stopAccepting} and the end of the last connection. */
    protected abstract void stopThreads();

    /** Accepted connections that no thread serves yet. */
    protected int waiting() {
        return 0;
    }

    /** Why no connection can leave this engine for another one; empty if they can. */
    protected Optional<String> shiftOutAbsence() {
        return Optional.of("engines of this kind keep theirs");
    }

    /** Why this engine can take no live connection over; empty if it can. */
    protected Optional<String> shiftInAbsence() {
        return Optional.of("engines of this kind make no connection of a socket that exists");
    }

    /** The time by which its timers and the shares of its tasks go: {@link System#nanoTime}, or, for a test, another. */
    public long nanoTime() {
        return System.nanoTime();
    }

    /** The engine's buffers. */
    public final BufferPool pool() {
        return pool;
    }

    /** The engine's counters. */
    public final Counters counters() {
        return counters;
    }

    final ExhaustionLog exhaustion() {
        return exhaustion;
    }

    final void belongTo(CompositeEngine composite) {
        whole = composite;
    }

    /** Who is told from now on of turns that keep this engine's loops; where there are no loops, nobody ever. */
    public final void onSlowTurns(SlowTurnListener told) {
        slowTurns = told;
    }

    public final void tellSlow(ConnectionState state, long nanos) {
        SlowTurnListener told = slowTurns;
        if (told != null) {
            told.slow(state, nanos);
        }
    }

    /** As whom {@link Connection#engine} shows it: the engine that it is a part of, if it is. */
    final Engine shown() {
        CompositeEngine shown = whole;
        return shown == null ? this : shown;
    }

    /** Whether {@link #close} has begun. */
    public final boolean isClosing() {
        return closing;
    }

    /** The connections that this engine drives: a snapshot without order. For those who move them about. */
    public final Stream<ConnectionState> driven() {
        return live.stream();
    }

    /** For {@link #close}, which would wait for ever. */
    final void requireOutside() {
        Thread current = Thread.currentThread();
        if (isOnOwnThread() || live.stream().anyMatch(state -> current.equals(state.occupant()))) {
            throw new IllegalStateException(
                    this + " is closed from another thread, not on " + current.getName()
                            + ", which it would wait for: in a callback of one of its sessions, or what follows one of its futures");
        }
    }

    /** Whether the current thread is one of those that the engine's connections share: it cannot wait for what it has to do itself. */
    protected boolean isOnOwnThread() {
        return false;
    }

    /** Whether a callback that does not return keeps others waiting, and is to be reported while it does not. */
    protected boolean reportsStuckCallbacks() {
        return true;
    }

    /** The connections that came in through {@code listener} and are open, with whichever engine. */
    protected final Stream<Connection> connectionsOf(Listener listener) {
        // In this order: one that leaves meanwhile has followed before it is no longer live here.
        return Stream.concat(live.stream(), emigrants.stream())
                .filter(state -> listener.equals(state.listener()))
                .map(ConnectionState::connection)
                .distinct();
    }

    /** Keeps in view a connection that came in here and that another engine has taken over, until it is closed. */
    final void follow(ConnectionState state) {
        emigrants.add(state);
    }

    /** It is closed. */
    final void forget(ConnectionState state) {
        emigrants.remove(state);
    }

    /** From any thread: the live connections that this loop drives: a snapshot without order. */
    public final Stream<ConnectionState> connectionsOn(HomeLoop loop) {
        return live.stream().filter(state -> state.binding().isOn(loop));
    }

    /** For every call that needs a running engine. */
    public final void requireOpen() {
        if (closing) {
            throw new IllegalStateException(spec + " is closed");
        }
    }

    final boolean enter(ConnectionState state) {
        live.add(state);
        if (closing) {
            leave(state);
            return false;
        }
        // Before the connection can end, for which the engine's end waits.
        if (!watched && reportsStuckCallbacks()) {
            watched = true;
            BlockedThreadChecker.watch(this);
        }
        return true;
    }

    final void leave(ConnectionState state) {
        live.remove(state);
        if (closing) {
            synchronized (empty) {
                empty.notifyAll();
            }
        }
    }

    @Override
    public String backend() {
        return getClass().getName();
    }

    @Override
    public final Listener listen(SocketAddress address, Protocol protocol, Options options) throws IOException {
        requireNonNull(protocol, "no protocol");
        requireNonNull(options, "no options");
        InetSocketAddress resolved = resolved(address);
        requireOpen();
        Listener listener = bind(resolved, protocol, options);
        if (closing) {
            listener.close();
            requireOpen();
        }
        return listener;
    }

    @Override
    public final CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        requireNonNull(protocol, "no protocol");
        requireNonNull(options, "no options");
        ConnectRequest request;
        try {
            request = new ConnectRequest(resolved(address), protocol, options, new EngineFuture<>(this::isOnOwnThread));
        } catch (UnknownHostException | IllegalArgumentException failure) {
            return CompletableFuture.failedFuture(failure);
        }
        connect(request);
        return request.opened();
    }

    private static InetSocketAddress resolved(SocketAddress address) throws UnknownHostException {
        requireNonNull(address, "no address");
        if (!(address instanceof InetSocketAddress internet)) {
            throw new IllegalArgumentException("not an internet address: " + address);
        }
        if (internet.isUnresolved()) {
            throw new UnknownHostException(internet.getHostString() + " has no address: its name was not resolved");
        }
        return internet;
    }

    /** Figures of the engine's own loops. */
    protected LoopStats loopStats() {
        return LoopStats.NONE;
    }

    @Override
    public final Stream<Connection> connections() {
        return live.stream().map(ConnectionState::connection);
    }

    @Override
    public final EngineStats stats() {
        LoopStats loops = loopStats();
        return new EngineStats(
                live.size(),
                (int) live.stream().filter(ConnectionState::isParked).count(),
                waiting(),
                counters.accepted.sum(),
                counters.connected.sum(),
                counters.acceptFailures.sum(),
                counters.acceptNanos.sum(),
                counters.queueNanos.sum(),
                counters.bytesRead.sum(),
                counters.bytesWritten.sum(),
                counters.wakeups.sum(),
                counters.moves.sum(),
                counters.shiftsIn.sum(),
                counters.shiftsOut.sum(),
                counters.shiftsFailed.sum(),
                counters.shiftNanos.sum(),
                loops.busyNanos(),
                loops.waitNanos(),
                loops.longestNanos(),
                loops.events(),
                loops.queuedNanos(),
                counters.blockedLoops.sum(),
                counters.relievedLoops.sum());
    }

    @Override
    public final Shutdown close(Duration grace) {
        requireOutside();
        synchronized (ending) {
            if (shutdown == null) {
                closing = true;
                shutdown = new EngineShutdown(this).end(grace);
                BlockedThreadChecker.forget(this);
                RunningEngines.remove(this);
            }
            return shutdown;
        }
    }

    /** How many connections are live. */
    final int left() {
        return live.size();
    }

    /** On an engine that is closing: waits until fewer than so many connections are left, for so many nanoseconds at most; whether it is so. */
    final boolean awaitFewer(int count, long nanos) throws InterruptedException {
        long began = System.nanoTime();
        synchronized (empty) {
            while (live.size() >= count) {
                long left = nanos - (System.nanoTime() - began);
                if (left <= 0) {
                    return false;
                }
                TimeUnit.NANOSECONDS.timedWait(empty, left);
            }
        }
        return true;
    }

    @Override
    public final String toString() {
        return spec;
    }
}
