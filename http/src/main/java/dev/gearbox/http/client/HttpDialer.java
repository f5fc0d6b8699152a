package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SSLContext;

/** Opens the connections of a client. */
@FunctionalInterface
public interface HttpDialer {
    /** Opens plain connections of the engine; refuses https origins, whose requests would be sent in clear text. */
    HttpDialer PLAIN = (origin, protocol) -> {
        if (origin.encrypted()) {
            throw new IllegalArgumentException(
                    origin + " needs a client whose connections are encrypted: see HttpClientOptions.withDialer");
        }
        return (engine, address, options) -> engine.connect(address, protocol, options);
    };

    /** Opens plain connections to http origins, and to https origins encrypted ones with {@link SSLContext#getDefault}; a handshake may take 10 s. */
    HttpDialer DEFAULT = new SecureDialer(SecureDialer::defaultContext, SecureDialer.HANDSHAKE);

    /**
     * Returns a dialer as {@link #DEFAULT} with another context.
     *
     * @param context the trusted authorities and, optionally, the client's own certificate
     */
    static HttpDialer secure(SSLContext context) {
        return secure(context, SecureDialer.HANDSHAKE);
    }

    /**
     * Returns a dialer as {@link #DEFAULT} with another context.
     *
     * @param handshake how long a handshake may take
     */
    static HttpDialer secure(SSLContext context, Duration handshake) {
        return new SecureDialer(() -> context, handshake);
    }

    /**
     * Called by the first thread that sends to an origin, and again if the origin has not been used for long.
     *
     * @param protocol the client's half, to be opened on each connection
     * @throws IllegalArgumentException if such an origin is not supported; {@link HttpClient#send} throws it
     */
    Connector to(HttpOrigin origin, Protocol protocol);

    /** Connects to one origin. */
    @FunctionalInterface
    interface Connector {
        /**
         * Connects, as {@link Engine#connect} does.
         *
         * @param address the origin's: its name, unresolved, or the address that it consists of
         *
         * @return completes once the protocol's session is open or certain to be opened; exceptionally if it will never be
         */
        CompletionStage<Connection> connect(Engine engine, SocketAddress address, Options options);
    }
}
