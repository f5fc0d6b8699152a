package dev.gearbox.tls;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Transport;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import org.jspecify.annotations.Nullable;

/**
 * One connection of {@link Tls}. To the engine it is a session; to the inner session it is the transport below its {@link ConnectionState}.
 * Everything happens in callbacks of the connection below, which never overlap; only the tasks of the handshake run elsewhere, and nothing here is
 * touched while one of them runs. All state is in this object and in the inner side, so a shift of the connection moves it too.
 */
final class TlsSession implements Session, Transport, HandshakeProgress.Callback {
    /** The largest number of bytes that is decrypted before it is offered: as much as an engine reads at once. */
    private static final int BATCH = 64 << 10;
    /** How long the peer may take to end the connection below, after TLS has sent everything. */
    private static final Duration PARTING = Duration.ofSeconds(1);

    private final Connection connection;
    private final Tls tls;
    private final RecordLayer records;
    private final HandshakeProgress handshake;
    private final @Nullable CompletableFuture<Connection> opened;

    /** The inner session's state; null until the handshake is complete. */
    private @Nullable ConnectionState state;

    /** The peer's close_notify has been received. */
    private boolean inputEnded;
    /** Our close_notify has been sent on behalf of the inner session. */
    private boolean outputEnded;
    /** The connection below is above its high-water mark. */
    private boolean above;
    /** Nothing is written any more. */
    private boolean silent;
    /** Everything is finished except the connection below. */
    private boolean leaving;
    /** The peer still has to receive our last record, an alert or close_notify: the kernel would discard it if the peer's bytes were left unread. */
    private boolean gently;
    /** The peer has broken the protocol: what it has not read when it has had the time to read our alert is dropped. */
    private boolean faulty;

    private boolean paused;

    TlsSession(Connection connection, Tls tls, SSLEngine engine, @Nullable CompletableFuture<Connection> opened) {
        this.connection = connection;
        this.tls = tls;
        this.opened = opened;
        records = new RecordLayer(engine, tls.ciphertext(), this::send);
        handshake = new HandshakeProgress(connection, tls, records, this, opened);
    }

    // ---- To the engine a session

    void begin() {
        if (!handshake.begin()) {
            abort();
        }
        settle();
    }

    @Override
    public void received(ByteBuffer in) {
        if (inputEnded || leaving) {
            // Bytes after the end are ignored; they are read so that the end of the connection is noticed.
            in.position(in.limit());
            return;
        }
        records.append(in);
        settle();
    }

    @Override
    public void writable() {
        above = false;
        settle();
    }

    @Override
    public boolean ended() {
        if (state == null) {
            CloseCause.state(connection, CloseCause.PEER);
            fail(new SSLHandshakeException("the peer ended the connection before the handshake was complete"));
        } else if (!inputEnded) {
            fail(new TlsTruncatedException());
        }
        settle();
        return true;
    }

    /** The inner session ends as if it had been closed itself: with close_notify, after everything it wrote. */
    @Override
    public boolean closing() {
        ConnectionState inner = state;
        if (inner == null) {
            return true;
        }
        if (!leaving) {
            inner.closing();
            settle();
        }
        return false;
    }

    /** The inner session finishes, and then ends with close_notify. */
    @Override
    public boolean stopping() {
        ConnectionState inner = state;
        if (inner == null) {
            return true;
        }
        if (!leaving) {
            inner.stopping();
            settle();
        }
        return false;
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        leaving = true;
        silent = true;
        records.drop();
        ConnectionState inner = state;
        if (inner != null) {
            if (cause != null) {
                inner.failed(cause);
            }
            inner.closed();
        } else {
            handshake.failed(
                    cause != null
                            ? cause
                            : new SSLHandshakeException("the connection was closed before the handshake was complete"));
        }
    }

    // ---- The outcome of the handshake

    @Override
    public void complete() {
        TlsHandshake agreed = records.handshake();
        ConnectionState inner = new ConnectionState(
                plain -> tls.protocol().open(plain, agreed),
                connection.options(),
                connection.localAddress(),
                connection.remoteAddress(),
                null,
                opened);
        state = inner;
        if (!inner.open(this)) {
            leave();
        }
    }

    /** The peer gets an alert, if the engine produced one; the inner session, if it exists, is closed when the connection below is. */
    @Override
    public void fail(Throwable reason) {
        if (leaving) {
            return;
        }
        gently = true;
        faulty = !(reason instanceof TlsTruncatedException);
        if (!handshake.taskRuns()) {
            records.flushAlert(reason);
        }
        if (state == null) {
            handshake.failed(reason);
            leave();
        } else {
            state.failed(reason);
        }
    }

    /** A fatal alert of the peer ends both directions at once, and is not answered (RFC 8446, 6.2). */
    private void disown(SSLException alert) {
        if (state == null) {
            handshake.failed(alert);
        } else {
            state.failed(alert);
        }
        abort();
    }

    // ---- Bytes

    /** Does everything that is due, in both directions, and returns whether more is to be read. Runs at the end of every callback. */
    @Override
    public void settle() {
        do {
            pump();
            read();
        } while (wantsRecord());
        boolean deaf = !inputEnded && !leaving && !wantsInput();
        if (deaf != paused) {
            paused = deaf;
            if (deaf) {
                connection.pause();
            } else {
                connection.resume();
            }
        }
    }

    private boolean wantsInput() {
        return !handshake.taskRuns() && !inputEnded && !leaving && (state == null || state.reading());
    }

    private boolean wantsRecord() {
        return wantsInput() && records.hasRecord();
    }

    private void read() {
        while (wantsRecord()) {
            PooledBuffer plain = tls.plainSide().pool().take(Math.min(records.waiting(), BATCH));
            boolean end = false;
            SSLException broken = null;
            try {
                end = decrypt(plain.memory());
            } catch (SSLException reason) {
                broken = reason;
            }
            // What was received before the end, or before the broken record, is authentic.
            deliver(plain);
            try {
                if (broken != null && records.isOver()) {
                    disown(broken);
                } else if (broken != null) {
                    fail(broken);
                } else if (end) {
                    inputEnds();
                } else {
                    handshake.advance();
                }
            } catch (SSLException reason) {
                fail(reason);
            }
            pump();
        }
    }

    /** Decrypts records until {@code plain} is full or something else needs attention; returns whether the peer has ended. */
    private boolean decrypt(ByteBuffer plain) throws SSLException {
        SSLEngineResult result;
        do {
            result = records.unwrap(plain);
            handshake.count(result.bytesConsumed());
        } while (result.getStatus() == Status.OK
                && result.getHandshakeStatus() == HandshakeStatus.NOT_HANDSHAKING
                && records.hasRecord());
        if (result.getStatus() == Status.BUFFER_OVERFLOW && plain.position() == 0) {
            throw new SSLException("a record is larger than its header says");
        }
        return result.getStatus() == Status.CLOSED;
    }

    private void deliver(PooledBuffer plain) {
        ConnectionState inner = state;
        if (inner != null && plain.memory().position() > 0) {
            inner.received(plain);
            pump();
            if (plain.shared()) {
                inner.keepOutput();
            }
        }
        plain.release();
    }

    private void inputEnds() throws SSLException {
        inputEnded = true;
        records.drop();
        if (state == null) {
            fail(new SSLHandshakeException("the peer closed before the handshake was complete"));
        } else {
            // Under TLS 1.2 the engine answers with our close_notify at once.
            records.flush();
            state.inputEnded();
        }
    }

    /** Does what is due for the inner session's side, as an engine would. */
    private void pump() {
        ConnectionState inner = state;
        while (inner != null && !leaving) {
            switch (inner.next()) {
                case SEND -> {
                    if (above) {
                        return;
                    }
                    encrypt(inner);
                }
                case END_OUTPUT -> {
                    endOutput(inner);
                    connection.end();
                    silent = true;
                    outputEnded = true;
                    inner.outputEnded();
                }
                case CLOSE -> {
                    if (inner.dropsOutput() && !gently) {
                        abort();
                    } else if (!inner.endsCleanly()) {
                        leave();
                    } else if (outputEnded && inputEnded) {
                        part();
                    } else {
                        endOutput(inner);
                        gently = !connection.options().linger().isZero();
                        leave();
                    }
                }
                case ABORT -> abort();
                case SHIFT -> throw new IllegalStateException("shifts are handled by the engine below");
                case REST -> {
                    return;
                }
            }
        }
    }

    private void encrypt(ConnectionState inner) {
        int consumed = 0;
        SSLException broken = null;
        try {
            SSLEngineResult result = records.wrap(inner.output());
            consumed = result.bytesConsumed();
            if (result.getStatus() == Status.CLOSED) {
                broken = new SSLException("the peer has closed both directions before all was sent");
            } else if (consumed == 0 && result.bytesProduced() == 0) {
                broken = new SSLException("nothing can be encrypted: " + result);
            }
        } catch (SSLException reason) {
            broken = reason;
        }
        inner.sent(consumed);
        if (broken != null) {
            fail(broken);
        }
    }

    private void endOutput(ConnectionState inner) {
        try {
            records.closeOutput();
        } catch (SSLException reason) {
            inner.failed(reason);
        }
    }

    /** The sink for wrapped records. */
    private void send(ByteBuffer record) {
        if (!silent) {
            above = !connection.write(record);
        }
    }

    private void beginToLeave() {
        if (!leaving && state != null) {
            state.passCloseCauseOn();
        }
        leaving = true;
    }

    private void leave() {
        fallSilent();
        if (gently) {
            connection.end();
            connection.schedule(PARTING, faulty ? connection::abort : connection::close);
        } else {
            connection.close();
        }
    }

    private void abort() {
        fallSilent();
        connection.abort();
    }

    private void fallSilent() {
        beginToLeave();
        silent = true;
        records.drop();
    }

    /**
     * Both sides have sent close_notify. The connection below ends when the peer ends it too, or else when everything is sent; not before, since
     * close() would wait for a slow peer only as long as the linger.
     */
    private void part() {
        beginToLeave();
        connection.schedule(PARTING, () -> {
            if (connection.queued() == 0) {
                connection.close();
            } else {
                part();
            }
        });
    }

    // ---- To the inner side a transport, from any thread

    @Override
    public EngineBase engine() {
        return tls.plainSide();
    }

    @Override
    public Optional<Connection> underneath() {
        return Optional.of(connection);
    }

    @Override
    public void wake() {
        connection.execute(this::turn);
    }

    private void turn() {
        if (state != null) {
            state.turn();
        }
        settle();
    }

    @Override
    public long queuedBelow() {
        return connection.queued();
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return connection.schedule(Duration.ofNanos(nanos), task);
    }
}
