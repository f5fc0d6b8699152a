package dev.gearbox.protocols.limit;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One connection of a {@link ConnectionLimit}: without a session while it waits, and after it was refused. */
final class LimitedSession implements Session {
    private final ConnectionLimit limit;
    private final Connection connection;
    private final boolean timed;
    private @Nullable Session session;
    /** When bytes arrived last. */
    private volatile long active = System.nanoTime();

    LimitedSession(ConnectionLimit limit, Connection connection, boolean timed) {
        this.limit = limit;
        this.connection = connection;
        this.timed = timed;
    }

    /** Returns when bytes arrived last: comparable for this process, since it starts near zero. */
    long idleSince() {
        return active;
    }

    /** Opens the session; in a callback. */
    void serve() {
        session = limit.protocol().open(connection);
    }

    /** There is room for it; on any thread. */
    void begin() {
        connection.execute(() -> {
            connection.resume(); // first: the session may pause when it is opened
            serve();
        });
    }

    /** Another connection takes its place; on any thread. */
    void drop() {
        connection.close();
    }

    @Override
    public void received(ByteBuffer in) {
        if (timed) {
            active = System.nanoTime();
        }
        Session inner = session;
        if (inner == null) {
            in.position(in.limit());
        } else {
            inner.received(in);
        }
    }

    @Override
    public void writable() {
        if (session != null) {
            session.writable();
        }
    }

    @Override
    public boolean ended() {
        return session != null && session.ended();
    }

    @Override
    public boolean closing() {
        return session == null || session.closing();
    }

    @Override
    public boolean stopping() {
        return session == null || session.stopping();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        limit.ended(this);
        if (session != null) {
            session.closed(cause);
        }
    }
}
