package dev.gearbox.testkit;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Handoff;
import dev.gearbox.core.spi.Transport;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * An event loop reduced to ownership: it is woken, adopts a connection, takes a turn, releases it, closes. It has no thread: {@link #step} is one
 * round, on any thread, one at a time. It is its own socket and transport, since there is one connection.
 */
final class ModelLoop extends EngineBase implements Transport, DetachedSocket {
    private final Queue<Handoff> arrivals = new ConcurrentLinkedQueue<>();
    private final AtomicBoolean wanted = new AtomicBoolean();
    private final AtomicBoolean returned = new AtomicBoolean();
    private @Nullable ConnectionState driven;
    /** The connection that was released last. */
    private @Nullable ConnectionState away;

    private boolean full;

    ModelLoop(String name) {
        super(name);
    }

    /** Declines all adoptions from now on. */
    void fill() {
        full = true;
    }

    boolean isFull() {
        return full;
    }

    /** The first connection that it drives. */
    void drive(ConnectionState state) {
        driven = state;
        state.open(this);
    }

    /** Returns whether it has nothing to do. */
    boolean rests() {
        return arrivals.isEmpty() && !wanted.get() && !returned.get();
    }

    boolean drives() {
        return driven != null;
    }

    /** One round: arrivals, returns, requested turns. */
    void step() {
        Handoff arrival = arrivals.poll();
        if (arrival != null && full) {
            arrival.state().declined(arrival.socket(), new IllegalStateException("full"));
        } else if (arrival != null) {
            drive(arrival.state());
            act();
        }
        if (returned.getAndSet(false)) {
            drive(requireNonNull(away));
            act();
        }
        if (wanted.getAndSet(false) && driven != null) {
            driven.turn();
            act();
        }
    }

    private void act() {
        ConnectionState state = requireNonNull(driven);
        ConnectionState.Next next = state.next();
        if (next == ConnectionState.Next.SHIFT) {
            away = state;
            driven = null;
            state.released(this);
        } else if (next == ConnectionState.Next.CLOSE) {
            driven = null;
            state.closed();
        } else if (next != ConnectionState.Next.REST) {
            throw new AssertionError("nothing was written, and yet it is to " + next);
        }
    }

    @Override
    public void adopt(Handoff connection) {
        arrivals.add(connection);
    }

    @Override
    public void takenBack(DetachedSocket socket) {
        returned.set(true);
    }

    @Override
    public void wake() {
        wanted.set(true);
    }

    @Override
    public EngineBase engine() {
        return this;
    }

    @Override
    protected Optional<String> shiftOutAbsence() {
        return Optional.empty();
    }

    @Override
    protected Optional<String> shiftInAbsence() {
        return Optional.empty();
    }

    @Override
    public SocketAddress localAddress() {
        return new InetSocketAddress(1);
    }

    @Override
    public SocketAddress remoteAddress() {
        return new InetSocketAddress(2);
    }

    @Override
    public void close() {}

    /** Otherwise Lincheck would have to follow the thread that reads it. */
    @Override
    protected boolean reportsStuckCallbacks() {
        return false;
    }

    @Override
    protected void stopAccepting() {}

    @Override
    protected void stopThreads() {}

    @Override
    public Cancellable after(long nanos, Runnable task) {
        throw new UnsupportedOperationException();
    }
}
