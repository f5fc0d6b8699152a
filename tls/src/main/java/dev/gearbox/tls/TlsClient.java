package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * The client's side of {@link Tls}, for one server: its name is sent (SNI) and has to be in its certificate, as HTTPS has it. Connections of
 * all clients for the same context, name and port resume each other's sessions.
 */
public final class TlsClient extends Tls {
    private final String host;
    private final int port;
    private final @Nullable SNIHostName name;

    private TlsClient(SSLContext context, String host, int port, TlsOptions options, TlsProtocol protocol) {
        this(context, host, port, isAddress(host) ? null : new SNIHostName(host), options, protocol);
    }

    private TlsClient(
            SSLContext context,
            String host,
            int port,
            @Nullable SNIHostName name,
            TlsOptions options,
            TlsProtocol protocol) {
        this.host = host;
        this.port = port;
        this.name = name;
        super("tls " + host + ":" + port, context, options, protocol);
    }

    /**
     * Over a protocol that need not know of it.
     *
     * @param context says whom to trust, and perhaps who we are; see {@link TlsContexts}
     * @param host the server's name, or an address if its certificate bears that
     * @param port for the cache of sessions
     * @throws IllegalArgumentException if that is no name
     */
    public static TlsClient of(SSLContext context, String host, int port, TlsOptions options, Protocol protocol) {
        return new TlsClient(context, host, port, options, (connection, _) -> protocol.open(connection));
    }

    /** Over a protocol that asks what the handshake agreed on. */
    public static TlsClient of(SSLContext context, String host, int port, TlsOptions options, TlsProtocol protocol) {
        return new TlsClient(context, host, port, options, protocol);
    }

    /**
     * Connects and shakes hands. {@link Engine#connect} with this as its protocol works too, and completes before the handshake, with the
     * connection below.
     *
     * @return completes in a callback of the inner session with its connection, once that is open; or exceptionally as {@link Engine#connect}
     *     does, or with what ended the handshake, a {@link javax.net.ssl.SSLException} for the most part
     */
    public CompletionStage<Connection> connect(Engine engine, SocketAddress address, Options connectionOptions) {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        engine.connect(address, connection -> open(connection, opened), connectionOptions)
                .whenComplete((_, failure) -> {
                    if (failure != null) {
                        opened.completeExceptionally(failure);
                    }
                });
        return opened;
    }

    /** {@link #connect} to the name and port that this client is for, which are looked up on the caller's thread. */
    public CompletionStage<Connection> connect(Engine engine) {
        return connect(engine, new InetSocketAddress(host, port), Options.DEFAULT);
    }

    @Override
    SSLEngine newEngine() {
        SSLEngine engine = context().createSSLEngine(host, port);
        engine.setUseClientMode(true);
        SSLParameters parameters = parameters(engine);
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        if (name != null) {
            parameters.setServerNames(List.of(name));
        }
        engine.setSSLParameters(parameters);
        return engine;
    }

    private static boolean isAddress(String host) {
        try {
            InetAddress.ofLiteral(host);
            return true;
        } catch (IllegalArgumentException aName) {
            return false;
        }
    }
}
