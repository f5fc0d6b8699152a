package dev.gearbox.check.watched;

import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** Hands everything on; a test overrides what is to go wrong. */
public class Faulty implements Session {
    private final Session session;

    protected Faulty(Session session) {
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
    public void closed(@Nullable Throwable cause) {
        session.closed(cause);
    }
}
