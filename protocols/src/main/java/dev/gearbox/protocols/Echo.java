package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;

/**
 * Sends back what it receives, without copying. Above the high-water mark a peer that does not read its answers is no longer read from. When the peer
 * half-closes, the rest is sent and the connection ends.
 */
public final class Echo implements Protocol {
    @Override
    public Session open(Connection connection) {
        return connection::write;
    }
}
