package dev.gearbox.http.client;

import dev.gearbox.core.Protocol;
import dev.gearbox.core.encryption.ClientEncryption;
import java.security.NoSuchAlgorithmException;
import java.util.Optional;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;

/**
 * Opens plain connections to http origins and encrypted ones to https origins. TLS and the context are looked up for the first https origin, so that
 * a client of http alone needs neither.
 */
final class SecureDialer implements HttpDialer {
    private final Supplier<SSLContext> context;
    private final Supplier<Optional<ClientEncryption>> encryption;

    SecureDialer(Supplier<SSLContext> context) {
        this(context, ClientEncryption::installed);
    }

    SecureDialer(Supplier<SSLContext> context, Supplier<Optional<ClientEncryption>> encryption) {
        this.context = context;
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
        return tls.to(context.get(), origin.host(), origin.port(), protocol)::connect;
    }
}
