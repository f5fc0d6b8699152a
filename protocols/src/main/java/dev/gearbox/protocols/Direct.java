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
 * <p>Back-pressure works both ways. The engine stops reading when 16 KiB wait for the handler; a write blocks while more than the listener's {@link
 * dev.gearbox.core.Options#highWater()} wait to be sent, and 128 KiB at most that are on their way there: {@link dev.gearbox.core.Options#backlogCap()} has to leave room for these. The streams have no other buffering: wrap them as you would a socket's streams.
 */
public final class Direct implements Protocol {
    /**
     * Handles one connection from beginning to end. When the method returns, the output is half-closed after everything written has been sent, and the peer
     * has {@link dev.gearbox.core.Options#linger()} to end its side; what it sends meanwhile is dropped. An exception closes the connection with that cause and is
     * logged, unless it is an {@link java.io.IOException}. An engine that is closed with a grace period waits as long as that for the handler to return, and
     * does not interrupt it.
     */
    @FunctionalInterface
    public interface Handler {
        /** Handles the connection, on a virtual thread of its own. */
        void handle(DirectConnection connection) throws Exception;
    }

    /** A {@link Handler} that needs nothing but the streams. */
    @FunctionalInterface
    public interface StreamHandler {
        /**
         * Handles the connection, on a virtual thread of its own.
         *
         * @param in as {@link DirectConnection#input()}
         * @param out as {@link DirectConnection#output()}
         */
        void handle(InputStream in, OutputStream out) throws Exception;
    }

    private final Handler handler;
    /** The object whose class a log line names. */
    private final Object given;

    /** Runs {@code handler} on a new virtual thread for each connection. */
    public Direct(Handler handler) {
        this.handler = handler;
        given = handler;
    }

    /** Runs {@code handler} on a new virtual thread for each connection. */
    public Direct(StreamHandler handler) {
        this.handler = connection -> handler.handle(connection.input(), connection.output());
        given = handler;
    }

    @Override
    public Session open(Connection connection) {
        DirectSession session = new DirectSession(connection, handler, given);
        Thread.ofVirtual().name("direct " + connection.remoteAddress()).start(session);
        return session;
    }
}
