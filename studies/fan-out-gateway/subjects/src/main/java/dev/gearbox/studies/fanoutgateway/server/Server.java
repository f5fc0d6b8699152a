package dev.gearbox.studies.fanoutgateway.server;

/** An HTTP server before a {@link Gateway}. */
public interface Server extends AutoCloseable {
    /** Returns the port on which it listens. */
    int port();

    /** Stops accepting, finishes what is under way, and ends its threads. The gateway is closed too. */
    @Override
    void close();
}
