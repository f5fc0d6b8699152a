package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.PooledBuffer;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Calls the callbacks of a session. Knows which thread is in a callback, and turns an exception of a callback into a failure of its connection, never of its
 * engine. Accessed in the connection's turn, except {@link #entered}.
 */
final class Callbacks {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final ConnectionState state;
    private @Nullable Session session;
    private @Nullable Thread inside;
    /** The thread that completes a future of the connection: dependent stages run on it and occupy it like a callback. */
    private @Nullable Thread telling;

    private @Nullable PooledBuffer offered;
    private @Nullable CallbackObserver watch;
    private @Nullable CallbackObserver observer;
    /** The observer of the current callback, and what it returned. */
    private @Nullable CallbackObserver told;

    private long observed;
    /** The number of callbacks; other threads may see an old value. */
    private int count;
    /** That number at the last check. */
    private int seen;

    Callbacks(ConnectionState state) {
        this.state = state;
    }

    /** Returns whether there is a session to call. */
    boolean isOpen() {
        return session != null;
    }

    /** Sets the observer of the following callbacks. Between two callbacks. */
    void watch(@Nullable CallbackObserver watching) {
        watch = watching;
    }

    /** Sets a second observer of the following callbacks; null for none. Between two callbacks, or in one. */
    void observe(@Nullable CallbackObserver observing) {
        observer = observing;
    }

    private long enter() {
        count++;
        CallbackObserver observing = observer;
        if (observing != null) {
            told = observing;
            observed = observing.begins(state);
        }
        CallbackObserver watching = watch;
        long begun = watching == null ? 0 : watching.begins(state);
        inside = Thread.currentThread();
        return begun;
    }

    private void leave(long begun) {
        inside = null;
        CallbackObserver watching = watch;
        if (watching != null) {
            watching.ends(state, begun);
        }
        CallbackObserver observing = told;
        if (observing != null) {
            told = null;
            observing.ends(state, observed);
        }
    }

    /** Returns whether the current thread is in a callback of this session: exact, since only this thread could have set itself. */
    @SuppressWarnings("ReferenceEquality") // a thread is itself
    boolean entered() {
        return inside == Thread.currentThread();
    }

    /** Returns the thread that is in a callback or in {@link #tell}; null if none is. The answer may be stale. From any thread. */
    @Nullable
    Thread occupant() {
        Thread now = inside;
        return now == null ? telling : now;
    }

    @Nullable
    Session session() {
        return session;
    }

    /** Runs {@code answer}, which completes a future of the connection, together with its dependent stages. */
    void tell(Runnable answer) {
        count++;
        telling = Thread.currentThread();
        try {
            answer.run();
        } finally {
            telling = null;
        }
    }

    /** The buffer that is offered to the session in the current {@code received}; null in other callbacks. */
    @Nullable
    PooledBuffer offered() {
        return offered;
    }

    void open(Protocol protocol) {
        run(() -> {
            try {
                session = requireNonNull(protocol.open(state.connection()), "the protocol returned no session");
            } catch (Throwable thrown) {
                LOG.log(Level.WARNING, () -> "the protocol opened no session on " + state.connection(), thrown);
                throw thrown;
            }
        });
    }

    /** A session that kept the buffer of an earlier call can move this one's marks, from any thread: that fails a connection, never a loop. */
    void offer(PooledBuffer buffer) {
        ByteBuffer in = buffer.in;
        offered = buffer;
        long begun = enter();
        try {
            in.clear().limit(buffer.memory().position()).position(buffer.taken);
            requireNonNull(session).received(in);
            buffer.take(in.position());
        } catch (Throwable thrown) {
            state.life().failBehindOutput(thrown);
        } finally {
            offered = null;
            leave(begun);
        }
    }

    /** Returns the number of callbacks, or a few less. From any thread. */
    int count() {
        return count;
    }

    /** Returns whether there was no callback since the previous call. From any thread, one at a time. */
    boolean slept() {
        int now = count;
        boolean nothing = now == seen;
        seen = now;
        return nothing;
    }

    void writable() {
        run(requireNonNull(session)::writable);
    }

    /** Notifies the session of the peer's end, and returns whether our side is to go on. */
    boolean ended() {
        long begun = enter();
        try {
            return requireNonNull(session).ended();
        } catch (Throwable thrown) {
            state.life().failBehindOutput(thrown);
            return true;
        } finally {
            leave(begun);
        }
    }

    /** Asks the session whether its connection may be closed now, as requested outside its callbacks. In a callback. */
    boolean closing() {
        return session == null || session.closing();
    }

    /** Asks the session whether its connection may be closed now, as the engine or the listener ends. In a callback. */
    boolean stopping() {
        return session == null || session.stopping();
    }

    void closed(@Nullable Throwable cause) {
        Session told = session;
        if (told == null) {
            return;
        }
        long begun = enter();
        try {
            told.closed(cause);
        } catch (Throwable thrown) {
            LOG.log(Level.WARNING, () -> "closed() threw on " + state.connection(), thrown);
        } finally {
            leave(begun);
        }
    }

    /** Runs {@code task} as a callback. */
    void run(Runnable task) {
        long begun = enter();
        try {
            task.run();
        } catch (Throwable thrown) {
            state.life().failBehindOutput(thrown);
        } finally {
            leave(begun);
        }
    }

    /** Checks that a method is called in a callback. */
    void require(String what) {
        if (!entered()) {
            throw new IllegalStateException(what
                    + "() belongs in a callback of this connection's session, which this is not: use connection.execute(() -> connection."
                    + what + "(...))");
        }
    }
}
