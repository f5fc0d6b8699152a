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
 * The client's side of {@link Tls}, for one server: its name is sent (SNI) and must match its certificate, as for HTTPS. All clients with the same
 * context, name and port share a session cache, so their connections resume each other's sessions.
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
     * Creates a client for a protocol that does not use the result of the handshake.
     *
     * @param context holds the trusted authorities and, optionally, the client's own certificate; see {@link TlsContexts}
     * @param host the server's name, or an IP address if its certificate contains that
     * @param port part of the session cache's key
     * @throws IllegalArgumentException if {@code host} is not a valid name
     */
    public static TlsClient of(SSLContext context, String host, int port, TlsOptions options, Protocol protocol) {
        return new TlsClient(context, host, port, options, (connection, _) -> protocol.open(connection));
    }

    /** Creates a client for a protocol that uses the result of the handshake. */
    public static TlsClient of(SSLContext context, String host, int port, TlsOptions options, TlsProtocol protocol) {
        return new TlsClient(context, host, port, options, protocol);
    }

    /**
     * Connects and performs the handshake; may be cancelled until it is connected, as {@link Engine#connect}. {@link Engine#connect} with this object as its protocol works too, but completes before the handshake,
     * with the connection below.
     *
     * @return completes in a callback of the inner session with its connection, once the session is open; or exceptionally as {@link Engine#connect}
     *     does, or with the cause of the failed handshake, usually a {@link javax.net.ssl.SSLException}
     */
    public CompletionStage<Connection> connect(Engine engine, SocketAddress address, Options connectionOptions) {
        CompletableFuture<Connection> opened = new CompletableFuture<>();
        CompletableFuture<Connection> below = engine.connect(
                        address, connection -> open(connection, opened), connectionOptions)
                .toCompletableFuture();
        var _ = below.whenComplete((_, failure) -> {
            if (failure != null) {
                opened.completeExceptionally(failure);
            }
        });
        var _ = opened.whenComplete((connection, _) -> {
            if (connection == null) {
                below.cancel(false); // by the caller; otherwise it is complete
            }
        });
        return opened;
    }

    /** As {@link #connect}, to this client's host and port. */
    public CompletionStage<Connection> connect(Engine engine) {
        return connect(engine, address(host, port), Options.DEFAULT);
    }

    @Override
    SSLEngine createEngine() {
        SSLEngine engine = context().createSSLEngine(host, port);
        engine.setUseClientMode(true);
        return engine;
    }

    @Override
    void complete(SSLParameters common) {
        common.setEndpointIdentificationAlgorithm("HTTPS");
        if (name != null) {
            common.setServerNames(List.of(name));
        }
    }

    private static InetSocketAddress address(String host, int port) {
        return isAddress(host) ? new InetSocketAddress(host, port) : InetSocketAddress.createUnresolved(host, port);
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
