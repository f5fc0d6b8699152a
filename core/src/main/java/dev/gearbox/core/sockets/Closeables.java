package dev.gearbox.core.sockets;

import java.io.Closeable;
import java.io.IOException;

/** Closes sockets. For authors of engines. */
public final class Closeables {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private Closeables() {}

    /** Sets up a socket for {@code resetOnClose}, so that its close sends a reset. A failure is only logged: the socket is then closed in order. */
    public static void prepareReset(Closeable resetOnClose) {
        try {
            resetOnClose.close();
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.DEBUG, "a socket is closed in order instead of with a reset", failure);
        }
    }

    /** Closes what is not used any more; a failure is only logged. */
    public static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.DEBUG, "a socket did not close cleanly", failure);
        }
    }
}
