package dev.gearbox.tls.provider;

import dev.gearbox.core.Protocol;
import dev.gearbox.core.encryption.ClientEncryption;
import dev.gearbox.tls.TlsClient;
import dev.gearbox.tls.TlsOptions;
import java.time.Duration;
import javax.net.ssl.SSLContext;

/** Provides {@link TlsClient} with {@link TlsOptions#DEFAULT}, but for the time of a handshake. */
public final class TlsClientEncryption implements ClientEncryption {
    /** For the service loader. */
    public TlsClientEncryption() {}

    @Override
    public Connector to(SSLContext context, String host, int port, Duration handshake, Protocol protocol) {
        // The root's dot is part of an address, but neither of a certificate nor of SNI (RFC 6066, 3).
        String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        TlsOptions options = TlsOptions.DEFAULT.withHandshakeLimits(
                handshake, TlsOptions.DEFAULT.handshakeBytes(), Integer.MAX_VALUE);
        return TlsClient.of(context, name, port, options, protocol)::connect;
    }
}
