package dev.gearbox.tls;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.BufferPool;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts a protocol's connections with TLS 1.3 or 1.2, using the JDK's {@link SSLEngine}, on any engine.
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
 * <p>The inner session is opened when the handshake completes. If the handshake fails, no session is opened: there is no certificate and no
 * application protocol to ask for, and a peer that never gets that far costs no session. {@link TlsClient#connect} reports the failure to its caller;
 * a server counts it ({@link #stats}) and logs it at DEBUG.
 *
 * <p>Closing: the peer's close_notify becomes {@link Session#ended()}; {@link Connection#end()} and {@link Connection#close()} send ours, and so does
 * {@link Connection#close()} of the connection below. Under TLS 1.3 the two directions end independently. Under 1.2, and after the peer's
 * user_canceled, the peer's close_notify ends both: a session that still has data to send then is closed with an {@link javax.net.ssl.SSLException}.
 * If the peer's bytes end without close_notify, the session is closed with {@link TlsTruncatedException}. A session that threw, or that was closed
 * before everything was sent, sends no close_notify either, so the peer can tell that data is missing.
 *
 * <p>Limits: a read of ciphertext (64 KiB) while the session is paused, the water marks of {@link Connection#options()} twice (before and after
 * encryption), and {@link TlsOptions}. An idle connection holds no buffer, only the {@link SSLEngine} with its keys. Nothing here depends on the
 * engine that does the I/O, so {@link Connection#shiftTo} moves the connection with its TLS state.
 */
public abstract sealed class Tls implements Protocol, AutoCloseable permits TlsServer, TlsClient {
    private final SSLContext context;
    private final TlsOptions options;
    private final TlsProtocol protocol;
    /** The settings of all engines, assembled once: a new engine's own are copies of long lists. */
    private final SSLParameters parameters;

    private final PlainEngine plainSide;
    private final Handshakes handshakes;
    /** For ciphertext, which the JDK processes faster on the heap: see {@link RecordLayer}. */
    private final BufferPool ciphertext = BufferPool.onHeap();

    Tls(String name, SSLContext context, TlsOptions options, TlsProtocol protocol) {
        this.context = context;
        this.options = options;
        this.protocol = protocol;
        plainSide = new PlainEngine(name);
        handshakes = new Handshakes(options.handshakesAtOnce());
        parameters = createEngine().getSSLParameters();
        parameters.setProtocols(options.protocols().toArray(String[]::new));
        parameters.setApplicationProtocols(options.applicationProtocols().toArray(String[]::new));
        complete(parameters);
        // What this JDK does not support is reported here, not on the first connection.
        newEngine();
    }

    /** Creates the JDK's engine for this side of a connection, with the context's settings. */
    abstract SSLEngine createEngine();

    /** Adds this side's own settings. */
    abstract void complete(SSLParameters common);

    /** Creates the JDK's engine for one more connection. */
    final SSLEngine newEngine() {
        SSLEngine engine = createEngine();
        engine.setSSLParameters(parameters);
        return engine;
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

    final BufferPool ciphertext() {
        return ciphertext;
    }

    final Handshakes handshakes() {
        return handshakes;
    }

    /** Returns the outcome of the handshakes. */
    public final TlsStats stats() {
        return handshakes.stats();
    }

    /** Returns the number of connections whose inner sessions are open. */
    public final long sessions() {
        return plainSide.stats().connections();
    }

    /** Closes the inner sessions that are still open. Close the engine first; then no session is open. */
    @Override
    public final void close() {
        plainSide.close();
    }

    @Override
    public final String toString() {
        return plainSide.toString();
    }
}
