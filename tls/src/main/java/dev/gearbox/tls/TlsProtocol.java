package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;

/** A protocol that uses the result of the handshake; otherwise as {@link dev.gearbox.core.Protocol}. */
@FunctionalInterface
public interface TlsProtocol {
    /**
     * Opens the session, once the handshake is complete.
     *
     * @param connection encrypts what the session writes
     * @param handshake the result: the peer's certificates and the application protocol
     * @return the session that gets the callbacks from now on
     */
    Session open(Connection connection, TlsHandshake handshake);
}
