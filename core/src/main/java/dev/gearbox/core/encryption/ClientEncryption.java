package dev.gearbox.core.encryption;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;

/**
 * The client's side of TLS, as a service: a protocol that needs encrypted connections only for some servers, such as HTTP, looks it up and so does not
 * require the module that provides it ({@code gearbox-tls}). Thread-safe.
 */
@FunctionalInterface
public interface ClientEncryption {
    /**
     * Returns the first provider on the module path or the class path.
     *
     * @throws java.util.ServiceConfigurationError if there is one and it cannot be loaded
     */
    static Optional<ClientEncryption> installed() {
        return ServiceLoader.load(ClientEncryption.class, ClientEncryption.class.getClassLoader())
                .findFirst();
    }

    /**
     * Prepares connections to one server. Its name is sent (SNI, without a trailing dot) and must match its certificate, as for HTTPS.
     *
     * @param context the trusted authorities and, optionally, the client's own certificate
     * @param host the server's name, or an IP address if its certificate contains that
     * @param port from 1 to 65,535; with the name the key of the session cache
     * @param handshake how long a handshake may take
     * @param protocol opened on each connection when its handshake is complete
     * @throws IllegalArgumentException if {@code host} is not a valid name
     */
    Connector to(SSLContext context, String host, int port, Duration handshake, Protocol protocol);

    /** Connects to one server. */
    @FunctionalInterface
    interface Connector {
        /**
         * Connects and performs the handshake.
         *
         * @return completes in a callback of the protocol's session with its connection; or exceptionally as {@link Engine#connect} does, or with the cause
         *     of the failed handshake, usually a {@link javax.net.ssl.SSLException}
         */
        CompletionStage<Connection> connect(Engine engine, SocketAddress address, Options options);
    }
}
