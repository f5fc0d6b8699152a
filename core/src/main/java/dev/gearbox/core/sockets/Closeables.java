package dev.gearbox.core.sockets;

import java.io.Closeable;
import java.io.IOException;

/** The end of sockets. For those who write engines. */
public final class Closeables {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private Closeables() {}

    /** Closes what is of no more use; that this can fail interests nobody but the log. */
    public static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            LOG.log(System.Logger.Level.DEBUG, "a socket did not close cleanly", failure);
        }
    }
}
