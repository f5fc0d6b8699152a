package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.io.InputStream;
import java.io.OutputStream;

/**
 * Blocking style on any engine: each conversation is one blocking method that runs on its own virtual thread, as with a plain socket, whichever
 * engine does the I/O.
 *
 * <p>Back-pressure works both ways: the engine stops reading when the handler does not read, and a write blocks while too much is unsent. The streams
 * have no other buffering: wrap them as you would a socket's streams.
 */
public final class Direct implements Protocol {
    /** Handles one connection from beginning to end. */
    @FunctionalInterface
    public interface Handler {
        /**
         * Handles the connection. When it returns, the output is half-closed after everything written has been sent, and the peer has the default
         * {@link dev.gearbox.core.Options#linger()} of one second to end its side. An exception closes the connection with that cause and is logged,
         * unless it is an {@link java.io.IOException}. An engine that is closed with a grace period waits as long as that for the handler to return.
         *
         * @param in reaches its end when the peer half-closes; closing it discards all further input
         * @param out closing it half-closes the connection: reading continues. Both throw {@link java.io.IOException} once the connection is closed
         */
        void handle(InputStream in, OutputStream out) throws Exception;
    }

    private final Handler handler;

    /** Runs {@code handler} on a new virtual thread for each connection. */
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
