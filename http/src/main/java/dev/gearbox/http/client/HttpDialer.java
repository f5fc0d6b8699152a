package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.net.SocketAddress;
import java.util.concurrent.CompletionStage;

/**
 * Makes the connections of a client. Encrypted ones: {@code (origin, protocol) -> TlsClient.of(context, origin.host(), origin.port(),
 * TlsOptions.DEFAULT, protocol)::connect}.
 */
@FunctionalInterface
public interface HttpDialer {
    /** Plain connections of the engine; refuses https origins, whose requests would go out in clear text. */
    HttpDialer PLAIN = (origin, protocol) -> {
        if (origin.encrypted()) {
            throw new IllegalArgumentException(
                    origin + " needs a client whose connections are encrypted: see HttpClientOptions.withDialer");
        }
        return (engine, address, options) -> engine.connect(address, protocol, options);
    };

    /**
     * Called by the first thread that sends to an origin, and again if that was not used for long.
     *
     * @param protocol the client's half, which is to be opened on each connection
     * @throws IllegalArgumentException if there is no way to connect to such an origin; {@link HttpClient#send} throws it
     */
    Connector to(HttpOrigin origin, Protocol protocol);

    /** Connects to one origin. */
    @FunctionalInterface
    interface Connector {
        /**
         * Connects, as {@link Engine#connect} does.
         *
         * @return completes once the protocol's session is open or sure to be; exceptionally if it never will be
         */
        CompletionStage<Connection> connect(Engine engine, SocketAddress address, Options options);
    }
}
