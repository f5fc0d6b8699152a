package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Direct style over any engine: the conversation is one blocking method on a virtual thread of its own, as with a plain socket, whatever does
 * the I/O below.
 *
 * <p>Back-pressure works both ways: what the handler does not read stops the engine reading, and a write waits while too much is unsent.
 * Neither stream is buffered beyond that: wrap them as you would a socket's.
 */
public final class Direct implements Protocol {
    /** A conversation from beginning to end. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Talks. When it returns, our side ends behind what was written and the peer has {@link dev.gearbox.core.Options#linger()}'s usual second
         * to end its own. What it throws closes the connection with that cause, and is logged unless it is an {@link java.io.IOException}.
         *
         * @param in ends where the peer's bytes end; closing it drops all further ones
         * @param out closing it half-closes: reading goes on. Both throw {@link java.io.IOException} once the connection is gone
         */
        void handle(InputStream in, OutputStream out) throws Exception;
    }

    private final Handler handler;

    /** Talks by {@code handler}, on a virtual thread for each connection. */
    public Direct(Handler handler) {
        this.handler = handler;
    }

    @Override
    public Session open(Connection connection) {
        DirectSession session = new DirectSession(connection, handler);
        Thread.ofVirtual().name("direct " + connection.remoteAddress()).start(session);
        return session;
    }
}
