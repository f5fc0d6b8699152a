package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.PooledBuffer;
import java.lang.System.Logger.Level;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The way into a session: every callback of it begins and ends here. Knows which thread is inside, and turns whatever a callback throws into the
 * failure of its connection, never of its engine. In the connection's turn, but {@link #entered}.
 */
final class Callbacks {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final ConnectionState state;
    private @Nullable Session session;
    private @Nullable Thread inside;
    /** The thread that completes a future of the connection: what depends on that runs on it, and occupies it like a callback. */
    private @Nullable Thread telling;

    private @Nullable PooledBuffer offered;
    private @Nullable CallbackObserver watch;
    private @Nullable CallbackObserver observer;
    /** Who was told of the callback that we are in, and what it said. */
    private @Nullable CallbackObserver told;

    private long observed;
    /** How many there were: who looks from outside may see it late. */
    private int count;
    /** Of them, when somebody last looked. */
    private int seen;

    Callbacks(ConnectionState state) {
        this.state = state;
    }

    /** Whether there is a session to be told anything. */
    boolean isOpen() {
        return session != null;
    }

    /** Between two callbacks: who is told of them from now on. */
    void watch(@Nullable CallbackObserver watching) {
        watch = watching;
    }

    /** Between two callbacks, or in one: who is told of those that begin from now on, besides; null: nobody. */
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

    /** Whether the current thread is in a callback of this session: exact, since only this thread could have said so of itself. */
    @SuppressWarnings("ReferenceEquality") // a thread is itself
    boolean entered() {
        return inside == Thread.currentThread();
    }

    /** From any thread: the thread that is in a callback or in {@link #tell}, or null if none is. The answer may be stale. */
    @Nullable
    Thread occupant() {
        Thread now = inside;
        return now == null ? telling : now;
    }

    @Nullable
    Session session() {
        return session;
    }

    /** Runs {@code answer}, which completes a future of the connection's, and with it whatever others have put behind that. */
    void tell(Runnable answer) {
        count++;
        telling = Thread.currentThread();
        try {
            answer.run();
        } finally {
            telling = null;
        }
    }

    /** What the session is being offered, in whose {@code received} we are; null in other callbacks. */
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

    /** A session that kept the buffer of an earlier call can move this one's marks, from any thread: that ends a connection, never a loop. */
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

    /** From any thread: how many there were, or a few less. */
    int count() {
        return count;
    }

    /** From any thread, one at a time: whether there was none since the last time that this was asked. */
    boolean slept() {
        int now = count;
        boolean nothing = now == seen;
        seen = now;
        return nothing;
    }

    void writable() {
        run(requireNonNull(session)::writable);
    }

    /** Tells the session that the peer sends no more, and returns whether our side is to go on. */
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

    /** In a callback: asks the session whether its connection may be closed now, as was requested outside its callbacks. */
    boolean closing() {
        return session == null || session.closing();
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

    /** For what a session may do only from within. */
    void require(String what) {
        if (!entered()) {
            throw new IllegalStateException(what
                    + "() belongs in a callback of this connection's session, which this is not: use connection.execute(() -> connection."
                    + what + "(...))");
        }
    }
}
