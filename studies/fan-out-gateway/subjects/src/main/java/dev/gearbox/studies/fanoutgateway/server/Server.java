package dev.gearbox.studies.fanoutgateway.server;

import java.time.Duration;
import java.util.Map;

/** An HTTP server before a {@link Gateway}. */
public interface Server extends AutoCloseable {
    /** How long a connection may be idle before it is closed, if the server has such a limit: the lab's connections are idle while other gateways are measured. */
    Duration IDLE = Duration.ofHours(1);

    /** Returns the port on which it listens. */
    int port();

    /**
     * Returns the sizes of its own pools by name, beside the {@link dev.gearbox.studies.fanoutgateway.gateway.Limits} of the gateway; printed when it
     * starts. While it waits for services, a request holds no platform thread among them.
     */
    Map<String, Integer> pools();

    /** Stops accepting, finishes what is under way, and ends its threads. The gateway is closed too. */
    @Override
    void close();
}
