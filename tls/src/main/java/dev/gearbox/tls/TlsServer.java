package dev.gearbox.tls;

import dev.gearbox.core.Protocol;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/** The server's side of {@link Tls}: a protocol for {@link dev.gearbox.core.Engine#listen}. */
public final class TlsServer extends Tls {
    private TlsServer(SSLContext context, TlsOptions options, TlsProtocol protocol) {
        super("tls", context, options, protocol);
    }

    /**
     * Creates a server for a protocol that does not use the result of the handshake.
     *
     * @param context with at least one certificate; see {@link TlsContexts}
     */
    public static TlsServer of(SSLContext context, TlsOptions options, Protocol protocol) {
        return new TlsServer(context, options, (connection, _) -> protocol.open(connection));
    }

    /** Creates a server for a protocol that uses the result of the handshake. */
    public static TlsServer of(SSLContext context, TlsOptions options, TlsProtocol protocol) {
        return new TlsServer(context, options, protocol);
    }

    @Override
    SSLEngine createEngine() {
        SSLEngine engine = context().createSSLEngine();
        engine.setUseClientMode(false);
        return engine;
    }

    @Override
    void complete(SSLParameters common) {
        switch (options().clientAuth()) {
            case NONE -> common.setNeedClientAuth(false);
            case WANT -> common.setWantClientAuth(true);
            case NEED -> common.setNeedClientAuth(true);
        }
    }
}
