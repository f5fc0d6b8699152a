package dev.gearbox.studies.fanoutgateway.server;

import java.io.IOException;

/** Starts a server of one kind. */
@FunctionalInterface
public interface ServerFactory {
    /**
     * Starts a server before a gateway, which closes it; if it cannot start, the gateway stays open, and nothing else is left.
     *
     * @param port 0 for a free one
     * @throws IOException if the port cannot be bound; see {@link #refused}
     */
    Server start(int port, Gateway gateway) throws IOException;

    /** Returns the exception of a server that cannot listen, in one form for all servers, whatever the framework has thrown. */
    static IOException refused(int port, Throwable thrown) {
        Throwable cause = thrown;
        while (!(cause instanceof IOException) && cause.getCause() != null) {
            cause = cause.getCause();
        }
        return new IOException("127.0.0.1:" + port + ": " + cause.getMessage(), thrown);
    }
}
