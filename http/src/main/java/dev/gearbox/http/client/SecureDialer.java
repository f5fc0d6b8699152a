package dev.gearbox.http.client;

import dev.gearbox.core.Protocol;
import dev.gearbox.core.encryption.ClientEncryption;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Opens plain connections to http origins and encrypted ones to https origins. TLS and the context are looked up for the first https origin, so that
 * a client of http alone needs neither.
 */
final class SecureDialer implements HttpDialer {
    static final Duration HANDSHAKE = Duration.ofSeconds(10);

    private final Supplier<SSLContext> context;
    private final Supplier<Optional<ClientEncryption>> encryption;
    private final Duration handshake;

    SecureDialer(Supplier<SSLContext> context, Duration handshake) {
        this(context, handshake, ClientEncryption::installed);
    }

    SecureDialer(Supplier<SSLContext> context, Duration handshake, Supplier<Optional<ClientEncryption>> encryption) {
        this.context = context;
        this.handshake = handshake;
        this.encryption = encryption;
    }

    static SSLContext defaultContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException broken) {
            throw new IllegalArgumentException(
                    "the JDK has no default SSLContext, see its system properties javax.net.ssl: "
                            + broken.getMessage(),
                    broken);
        }
    }

    @Override
    public Connector to(HttpOrigin origin, Protocol protocol) {
        if (!origin.encrypted()) {
            return PLAIN.to(origin, protocol);
        }
        ClientEncryption tls = encryption
                .get()
                .orElseThrow(() -> new IllegalArgumentException(origin
                        + " needs TLS: add dev.gearbox:gearbox-tls to the class path or the module path, or set"
                        + " HttpClientOptions.withDialer"));
        return tls.to(context.get(), origin.host(), origin.port(), handshake, protocol)::connect;
    }
}
