package dev.gearbox.testkit;

import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Passes each call on to another session. A test overrides the methods that it counts or breaks. */
public class ForwardingSession implements Session {
    private final Session session;

    /** Forwards to {@code session}. */
    public ForwardingSession(Session session) {
        this.session = session;
    }

    @Override
    public void received(ByteBuffer in) {
        session.received(in);
    }

    @Override
    public void writable() {
        session.writable();
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
        session.closed(cause);
    }
}
