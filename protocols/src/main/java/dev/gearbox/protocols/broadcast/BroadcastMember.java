package dev.gearbox.protocols.broadcast;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.SharedBuffer;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import org.jspecify.annotations.Nullable;

/**
 * A member of a {@link Broadcast}: its session, and the messages that wait for it. While it is not slow, a message goes straight to its connection.
 * Otherwise the lock keeps the messages of several senders, and those that waited, in order.
 */
final class BroadcastMember implements Session {
    private final Broadcast broadcast;
    private final Connection connection;
    private Session session = in -> {};

    /** Set and cleared under the lock, which also guards the fields below. */
    private volatile boolean slow;

    private long slowSince;
    private long untried;
    private @Nullable ArrayDeque<SharedBuffer> waiting;
    private boolean gone;
    /** Why it was closed by the policy. */
    private @Nullable SlowMemberException refused;

    BroadcastMember(Broadcast broadcast, Connection connection) {
        this.broadcast = broadcast;
        this.connection = connection;
    }

    void open(Session opened) {
        session = opened;
    }

    Connection connection() {
        return connection;
    }

    // ---- From any thread

    /** Sends the message, or asks the policy if the member is slow; returns whether it was sent. */
    boolean send(SharedBuffer data) {
        if (!slow && connection.isWritable()) {
            connection.send(data);
            return true;
        }
        return sendSlowly(data);
    }

    private synchronized boolean sendSlowly(SharedBuffer data) {
        if (gone) {
            return true;
        }
        catchUp();
        if (!slow && connection.isWritable()) {
            connection.send(data);
            return true;
        }
        if (!slow) {
            slow = true;
            slowSince = System.nanoTime();
        }
        untried += data.size();
        SlowMember state = new SlowMember(connection, Duration.ofNanos(System.nanoTime() - slowSince), untried);
        switch (broadcast.policy().onSlow(state)) {
            case DROP -> {}
            case WAIT -> {
                if (waiting == null) {
                    waiting = new ArrayDeque<>();
                }
                waiting.add(data);
                // writable() may have been called before this message waited.
                catchUp();
            }
            case CLOSE -> {
                leave();
                refused = new SlowMemberException(state);
                CloseCause.state(connection, CloseCause.OVERFLOW);
                connection.abort();
            }
        }
        return false;
    }

    /** Sends what waits, as much as the member takes. With none left, it is not slow any more. */
    private void catchUp() {
        while (slow && connection.isWritable()) {
            SharedBuffer next = waiting == null ? null : waiting.poll();
            if (next == null) {
                slow = false;
                untried = 0;
                waiting = null;
            } else {
                untried -= next.size();
                connection.send(next);
            }
        }
    }

    synchronized void leave() {
        gone = true;
        waiting = null;
        broadcast.remove(this);
    }

    private synchronized @Nullable Throwable reasonOfAbort() {
        return refused;
    }

    // ---- The session

    @Override
    public void received(ByteBuffer in) {
        session.received(in);
    }

    @Override
    public void writable() {
        session.writable();
        synchronized (this) {
            catchUp();
        }
    }

    @Override
    public boolean ended() {
        return session.ended();
    }

    @Override
    public boolean closing() {
        return session.closing();
    }

    @Override
    public boolean stopping() {
        return session.stopping();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        leave();
        session.closed(cause == null ? reasonOfAbort() : cause);
    }
}
