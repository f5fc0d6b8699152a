package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts a protocol's connections with TLS 1.3 or 1.2, by the JDK's {@link SSLEngine}, on every engine alike.
 *
 * <pre>
 *   engine            TLS                                    inner session
 *   received(in) ───▶ ciphertext ── unwrap ──▶ plain bytes ─▶ received
 *        ▲  pause() while the inner session reads nothing, or a task of the handshake runs
 *   connection.write ◀── records ◀── wrap ◀── plain bytes ◀── write
 *        └─ writable() ─▶ goes on with what waits ──────────▶ writable
 *   task of the handshake ──▶ executor ──▶ connection.execute ─▶ goes on
 * </pre>
 *
 * <p>The inner session is opened when the handshake is complete, and not if it fails: then there is nobody whose certificate or protocol
 * could be asked, and a peer that never comes so far costs no session. What a failure was, {@link TlsClient#connect} says to its caller; a
 * server counts it ({@link #stats}) and logs it at DEBUG.
 *
 * <p>How it ends: the peer's close_notify is {@link Session#ended()}, {@link Connection#end()} and {@link Connection#close()} send ours,
 * and so does {@link Connection#close()} of the connection below. Under
 * TLS 1.3 each direction ends by itself. Under 1.2, and where the peer has cancelled, the peer's close_notify ends both: a session that then
 * still has something to send is closed with an {@link javax.net.ssl.SSLException}. The end of the peer's bytes without close_notify closes
 * the session with {@link TlsTruncatedException}; a session that threw, or that was closed before all it wrote was sent, sends no
 * close_notify either, so the peer sees that something is missing.
 *
 * <p>What limits it: a read of ciphertext (64 KiB) while the session pauses, the water marks of {@link Connection#options()} twice (before
 * and after encryption), {@link TlsOptions}. A quiet connection holds no buffer but the {@link SSLEngine} with its keys. Nothing here
 * knows the engine that does the I/O, so the connection may change engines: {@link Connection#shiftTo} moves all of it.
 */
public abstract sealed class Tls implements Protocol, AutoCloseable permits TlsServer, TlsClient {
    private final SSLContext context;
    private final TlsOptions options;
    private final TlsProtocol protocol;
    private final PlainEngine plainSide;
    private final Handshakes handshakes;

    Tls(String name, SSLContext context, TlsOptions options, TlsProtocol protocol) {
        this.context = context;
        this.options = options;
        this.protocol = protocol;
        plainSide = new PlainEngine(name);
        handshakes = new Handshakes(options.handshakesAtOnce());
        // What this JDK does not offer is to be told here, not on the first connection.
        newEngine();
    }

    /** The JDK's side of one more connection. */
    abstract SSLEngine newEngine();

    /** What both sides ask for. */
    final SSLParameters parameters(SSLEngine engine) {
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(options.protocols().toArray(String[]::new));
        parameters.setApplicationProtocols(options.applicationProtocols().toArray(String[]::new));
        return parameters;
    }

    @Override
    public final Session open(Connection connection) {
        return open(connection, null);
    }

    final Session open(Connection connection, @Nullable CompletableFuture<Connection> opened) {
        TlsSession session = new TlsSession(connection, this, newEngine(), opened);
        session.begin();
        return session;
    }

    final SSLContext context() {
        return context;
    }

    final TlsOptions options() {
        return options;
    }

    final TlsProtocol protocol() {
        return protocol;
    }

    final PlainEngine plainSide() {
        return plainSide;
    }

    final Handshakes handshakes() {
        return handshakes;
    }

    /** What became of the handshakes. */
    public final TlsStats stats() {
        return handshakes.stats();
    }

    /** Connections whose inner sessions are open. */
    public final long sessions() {
        return plainSide.stats().connections();
    }

    /** Ends the inner sessions that are still open. Close the engine first: then there are none. */
    @Override
    public final void close() {
        plainSide.close();
    }

    @Override
    public final String toString() {
        return plainSide.toString();
    }
}
