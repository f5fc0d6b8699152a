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
import dev.gearbox.core.concurrent.EndOfProcess;
import dev.gearbox.core.concurrent.EngineFuture;
import dev.gearbox.core.naming.ConnectRace;
import dev.gearbox.core.observe.Counters;
import dev.gearbox.core.observe.ExhaustionLog;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.core.recording.RunningEngines;
import dev.gearbox.core.sockets.UnixSocketFiles;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The common part of all engines: their name, buffers, counters, the set of their live connections, and their close. For authors of engines. */
public abstract class EngineBase implements AdoptingEngine {
    private final String spec;
    private final BufferPool pool = new BufferPool();
    private final Counters counters = new Counters();
    private final ExhaustionLog exhaustion;
    private final Set<ConnectionState> live = ConcurrentHashMap.newKeySet();
    /** Connections that were accepted by a listener of this engine and shifted to another engine, even if they have come back. */
    private final Set<ConnectionState> emigrants = ConcurrentHashMap.newKeySet();

    private final UnixSocketFiles unixFiles = new UnixSocketFiles();
    private final Object empty = new Object();
    /** Not the engine itself: a subclass may lock that on threads that the closing thread waits for. */
    private final Object ending = new Object();

    private volatile boolean closing;
    private volatile boolean watched;
    private volatile @Nullable CompositeEngine whole;
    private volatile @Nullable SlowTurnListener slowTurns;
    private @Nullable Shutdown shutdown;
    private final CountDownLatch closed = new CountDownLatch(1);
    /** How many threads wait for connections to end. */
    private final AtomicInteger awaiting = new AtomicInteger();

    /**
     * @param spec the engine's canonical spec, also returned by {@code toString}
     */
    protected EngineBase(String spec) {
        this.spec = spec;
        exhaustion = new ExhaustionLog(spec);
    }

    /**
     * As {@link #listen}, on an engine that was open a moment ago: this is checked again when the listener exists, which is closed if the engine is.
     *
     * @param address an internet address, resolved; or a {@link UnixDomainSocketAddress}, if {@link #unixAbsence} is empty
     */
    protected Listener bind(SocketAddress address, Protocol protocol, Options options) throws IOException {
        throw new UnsupportedOperationException(this + " has no sockets");
    }

    /** As {@link #connect(SocketAddress, Protocol, Options)}: starts connecting, and reports the outcome to the request. */
    protected void connect(ConnectRequest request) {
        throw new UnsupportedOperationException(this + " has no sockets");
    }

    /** Closes all listeners and refuses connections that are not open yet. Called once, from the closing thread. */
    protected abstract void stopAccepting();

    /** Ends all threads and waits for them. Called once, after {@link #stopAccepting} and after the last connection has ended. */
    protected abstract void stopThreads();

    /** Returns how many accepted connections no thread serves yet. */
    protected int waiting() {
        return 0;
    }

    /** Returns why {@link Connection#abort} closes connections of this engine in order, and not with a reset; empty if it resets them. */
    public Optional<String> resetAbsence() {
        return Optional.empty();
    }

    /** Returns why no connection can leave this engine for another one; empty if they can. */
    protected Optional<String> shiftOutAbsence() {
        return Optional.of("engines of this kind cannot hand over connections");
    }

    /** Returns why this engine cannot take over live connections; empty if it can. */
    protected Optional<String> shiftInAbsence() {
        return Optional.of("engines of this kind cannot adopt an existing socket");
    }

    /** Returns why this engine has no Unix-domain sockets; empty if it has them. */
    protected Optional<String> unixAbsence() {
        return Optional.of("engines of this kind have internet sockets only");
    }

    /** Returns the clock of its timers and of the time limits of its tasks: {@link System#nanoTime}, or another one in a test. */
    public long nanoTime() {
        return System.nanoTime();
    }

    /** Returns the engine's buffers. */
    public final BufferPool pool() {
        return pool;
    }

    /** Returns the engine's counters. */
    public final Counters counters() {
        return counters;
    }

    final ExhaustionLog exhaustion() {
        return exhaustion;
    }

    final void belongTo(CompositeEngine composite) {
        whole = composite;
    }

    /** Sets the listener for turns that block this engine's loops; never called where there are no loops. */
    public final void onSlowTurns(SlowTurnListener told) {
        slowTurns = told;
    }

    public final void tellSlow(ConnectionState state, long nanos) {
        SlowTurnListener told = slowTurns;
        if (told != null) {
            told.slow(state, nanos);
        }
    }

    /** Returns the engine that {@link Connection#engine} reports: the composite that it is a part of, if it is one. */
    final Engine shown() {
        CompositeEngine shown = whole;
        return shown == null ? this : shown;
    }

    /** Returns whether {@link #close} has begun. */
    public final boolean isClosing() {
        return closing;
    }

    /** Returns a snapshot, in no order, of the connections that this engine drives. For code that shifts them. */
    public final Stream<ConnectionState> driven() {
        return live.stream();
    }

    /** Checks that {@link #close} would not deadlock. */
    final void requireOutside() {
        Thread current = Thread.currentThread();
        if (isOnOwnThread() || live.stream().anyMatch(state -> current.equals(state.occupant()))) {
            throw new IllegalStateException(
                    this + " is closed from another thread, not on " + current.getName()
                            + ", which it would wait for: in a callback of one of its sessions, or in a stage that depends on one of its futures");
        }
    }

    /** Returns whether the current thread is one that the engine's connections share: it cannot wait for its own work. */
    protected boolean isOnOwnThread() {
        return false;
    }

    /** Returns whether a callback that does not return blocks others, and is to be reported while it does not. */
    protected boolean reportsStuckCallbacks() {
        return true;
    }

    /** Returns the open connections that {@code listener} accepted, with whichever engine. */
    protected final Stream<Connection> connectionsOf(Listener listener) {
        return statesOf(listener).map(ConnectionState::connection);
    }

    /** Returns the states of these connections. */
    final Stream<ConnectionState> statesOf(Listener listener) {
        // In this order: a connection that leaves meanwhile is added to the others before it is removed from the live
        // ones.
        return Stream.concat(live.stream(), emigrants.stream())
                .filter(state -> listener.equals(state.listener()))
                .distinct();
    }

    /** Tracks a connection that was accepted here and that another engine has taken over, until it is closed. */
    final void follow(ConnectionState state) {
        emigrants.add(state);
    }

    /** The connection is closed. */
    final void forget(ConnectionState state) {
        emigrants.remove(state);
        tellAwaiting();
    }

    /** Returns a snapshot, in no order, of the live connections that this loop drives. From any thread. */
    public final Stream<ConnectionState> connectionsOn(HomeLoop loop) {
        return live.stream().filter(state -> state.binding().isOn(loop));
    }

    /** Checks that the engine is running. */
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
        // Before the connection can end, which the close of the engine waits for.
        if (!watched && reportsStuckCallbacks()) {
            watched = true;
            BlockedThreadChecker.watch(this);
        }
        return true;
    }

    final void leave(ConnectionState state) {
        live.remove(state);
        tellAwaiting();
    }

    private void tellAwaiting() {
        if (awaiting.get() > 0) {
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
        requireNonNull(address, "no address");
        requireFamily(address);
        requireOpen();
        Listener listener = address instanceof UnixDomainSocketAddress unix
                ? unixFiles.bind(unix, () -> bind(unix, protocol, options))
                : bind(resolved((InetSocketAddress) address), protocol, options);
        if (closing) {
            listener.close();
            requireOpen();
        }
        return listener;
    }

    /** The listener is closed. Called by the engine after the listening sockets are closed, once or more. */
    protected final void released(Listener listener) {
        unixFiles.released(listener);
    }

    @Override
    public final CompletionStage<Connection> connect(SocketAddress address, Protocol protocol, Options options) {
        requireNonNull(protocol, "no protocol");
        requireNonNull(options, "no options");
        requireNonNull(address, "no address");
        try {
            requireFamily(address);
        } catch (IllegalArgumentException failure) {
            return CompletableFuture.failedFuture(failure);
        }
        Optional<String> fault =
                address instanceof UnixDomainSocketAddress unix ? UnixSocketFiles.fault(unix) : Optional.empty();
        if (fault.isPresent()) {
            return CompletableFuture.failedFuture(
                    new ConnectException("cannot connect to " + address + ": " + fault.get()));
        }
        if (!(address instanceof InetSocketAddress internet && internet.isUnresolved())) {
            return connectResolved(address, protocol, options);
        }
        CompletableFuture<Connection> result = new EngineFuture<>(this::isOnOwnThread);
        ConnectRace.start(
                internet,
                protocol,
                (one, attempt) -> connectResolved(one, attempt, options),
                options.connectTimeout(),
                result);
        return result;
    }

    private CompletableFuture<Connection> connectResolved(SocketAddress address, Protocol protocol, Options options) {
        ConnectRequest request =
                new ConnectRequest(address, protocol, options, new EngineFuture<>(this::isOnOwnThread));
        connect(request);
        return request.opened();
    }

    private void requireFamily(SocketAddress address) {
        switch (address) {
            case InetSocketAddress _ -> {}
            case UnixDomainSocketAddress unix -> requireUnix(this, unix, unixAbsence());
            default -> throw new IllegalArgumentException("neither an internet address nor a path: " + address);
        }
    }

    /** @throws IllegalArgumentException if the engine has no Unix-domain sockets */
    static void requireUnix(Engine engine, UnixDomainSocketAddress address, Optional<String> absence) {
        absence.ifPresent(why -> {
            throw new IllegalArgumentException(engine + " has no Unix-domain sockets, such as " + address + ": " + why);
        });
    }

    private static InetSocketAddress resolved(InetSocketAddress internet) throws UnknownHostException {
        if (internet.isUnresolved()) {
            throw new UnknownHostException(internet.getHostString() + " has no address: its name was not resolved");
        }
        return internet;
    }

    /** Returns the figures of the engine's own loops. */
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
                counters.relievedLoops.sum(),
                counters.stuckCallbacks.sum(),
                counters.closed());
    }

    @Override
    public final Shutdown close(Duration grace) {
        requireOutside();
        synchronized (ending) {
            if (shutdown == null) {
                closing = true;
                EndOfProcess.forget(this);
                try {
                    shutdown = EngineShutdown.of(this).end(grace);
                } finally {
                    closed.countDown();
                }
                BlockedThreadChecker.forget(this);
                RunningEngines.remove(this);
            }
            return shutdown;
        }
    }

    /** As {@link Listener#close(Duration)}, of a listener of this engine. */
    public final Shutdown close(Listener listener, Duration grace) {
        requireOutside();
        return EngineShutdown.of(this, listener).endConnections(grace);
    }

    @Override
    public final void closeOnSignal(Duration grace) {
        requireOpen();
        EndOfProcess.perform(this, () -> close(grace));
    }

    @Override
    public final Shutdown awaitClosed() throws InterruptedException {
        requireOutside();
        closed.await();
        return close(Duration.ZERO);
    }

    /** Returns the number of live connections. */
    final int left() {
        return live.size();
    }

    /** Waits until there are fewer than so many, for at most so many nanoseconds; returns whether that is so. Checked when a connection has ended. */
    final boolean awaitFewer(IntSupplier left, int count, long nanos) throws InterruptedException {
        long began = System.nanoTime();
        awaiting.incrementAndGet();
        try {
            synchronized (empty) {
                while (left.getAsInt() >= count) {
                    long rest = nanos - (System.nanoTime() - began);
                    if (rest <= 0) {
                        return false;
                    }
                    TimeUnit.NANOSECONDS.timedWait(empty, rest);
                }
            }
        } finally {
            awaiting.decrementAndGet();
        }
        return true;
    }

    @Override
    public final String toString() {
        return spec;
    }
}
