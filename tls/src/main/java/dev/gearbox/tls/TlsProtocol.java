package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;

/** A protocol that wants to know what the handshake agreed on; otherwise as {@link dev.gearbox.core.Protocol}. */
@FunctionalInterface
public interface TlsProtocol {
    /**
     * Begins the conversation, once the handshake is complete.
     *
     * @param connection what the session writes there is encrypted
     * @param handshake who the peer is and which protocol it wants to talk
     * @return the session whose callbacks are entered from now on
     */
    Session open(Connection connection, TlsHandshake handshake);
}
