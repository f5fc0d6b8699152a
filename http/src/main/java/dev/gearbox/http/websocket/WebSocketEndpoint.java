package dev.gearbox.http.websocket;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import dev.gearbox.core.UnhandledFailure;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One end of a WebSocket: reads frames, answers pings and closes, and passes messages on.
 *
 * <pre>
 *   OPEN ── we send close ──▶ waits for the peer's, at most closeTimeout ──┐
 *     │                                                                    ├─▶ a server ends its side, a client waits for that ─▶ closed
 *     └──── the peer's close, or an error: we send close ──────────────────┘
 * </pre>
 */
final class WebSocketEndpoint implements Session, FrameReader.Receiver {
    static final int MOST_OF_CONTROL = 125;
    private static final int REASON = 2;

    private final Connection connection;
    private final WebSocketOptions options;
    private final boolean client;
    private final FrameWriter writer;
    private final FrameReader reader;
    private final WebSocketSession session;

    /** Held while a frame is sent, so that nothing follows a close frame. */
    private final Object sending = new Object();
    /** Our close frame is sent. Written under that lock. */
    private volatile boolean closeSent;

    private boolean paused;
    /** The peer has said its last word, or we do not listen to it any more. */
    private boolean finished;

    private int status = CloseStatus.LOST;
    private String reason = "";
    private long readAtPing = -1;

    /** @param masks of a client; null for a server */
    WebSocketEndpoint(
            Connection connection,
            WebSocketOptions options,
            @Nullable SecureRandom masks,
            Optional<String> subprotocol,
            WebSocketHandler handler) {
        this.connection = connection;
        this.options = options;
        client = masks != null;
        writer = new FrameWriter(masks);
        reader = new FrameReader(!client, options.messageBytes(), this);
        session = handler.open(new WebSocket(this, connection, subprotocol));
        if (options.ping().isPositive()) {
            connection.schedule(options.ping(), this::ping);
        }
    }

    boolean send(int opcode, ByteBuffer payload) {
        ByteBuffer frame = writer.frame(opcode, payload);
        synchronized (sending) {
            return !closeSent && connection.send(frame);
        }
    }

    /** Closes, if that has not begun. From any thread. */
    void close(int code, byte[] text) {
        ByteBuffer payload = code == CloseStatus.NONE
                ? ByteBuffer.allocate(0)
                : ByteBuffer.allocate(REASON + text.length)
                        .putShort((short) code)
                        .put(text)
                        .flip();
        synchronized (sending) {
            if (closeSent) {
                return;
            }
            connection.send(writer.frame(Opcode.CLOSE, payload));
            closeSent = true;
        }
        connection.execute(this::resume); // to see the peer's close
        connection.schedule(options.closeTimeout(), connection::abort);
    }

    void pause() {
        paused = true;
        connection.pause();
    }

    void resume() {
        if (paused) {
            paused = false;
            connection.resume();
        }
    }

    private void ping() {
        if (finished || closeSent) {
            return;
        }
        long read = connection.bytesRead();
        if (read == readAtPing && connection.isReading()) {
            connection.abort();
            return;
        }
        readAtPing = connection.isReading() ? read : -1;
        send(Opcode.PING, ByteBuffer.allocate(0));
        connection.schedule(options.ping(), this::ping);
    }

    @Override
    public void received(ByteBuffer in) {
        try {
            boolean more = true;
            while (more && !finished && !paused && connection.isWritable()) {
                more = reader.read(in);
            }
        } catch (WebSocketException bad) {
            fail(bad.status(), String.valueOf(bad.getMessage()));
        }
        if (finished) {
            in.position(in.limit());
        }
    }

    @Override
    public void message(boolean text, byte[] content) throws WebSocketException {
        if (closeSent) {
            return;
        }
        try {
            if (text) {
                session.text(new String(content, StandardCharsets.UTF_8));
            } else {
                session.binary(ByteBuffer.wrap(content));
            }
        } catch (UnsupportedDataException refused) {
            throw new WebSocketException(CloseStatus.UNSUPPORTED_DATA, String.valueOf(refused.getMessage()));
        } catch (RuntimeException thrown) {
            fail(CloseStatus.INTERNAL_ERROR, "");
            throw thrown;
        }
    }

    @Override
    public void control(int opcode, byte[] payload) throws WebSocketException {
        switch (opcode) {
            case Opcode.PING -> send(Opcode.PONG, ByteBuffer.wrap(payload));
            case Opcode.PONG -> session.pong(ByteBuffer.wrap(payload));
            default -> closeReceived(payload);
        }
    }

    private void closeReceived(byte[] payload) throws WebSocketException {
        if (payload.length == 1) {
            throw WebSocketException.violation("a close frame with half a status");
        }
        int code = CloseStatus.NONE;
        if (payload.length > 0) {
            code = ((payload[0] & 0xff) << 8) | (payload[1] & 0xff);
            if (!CloseStatus.isSendable(code)) {
                throw WebSocketException.violation("a close frame with status " + code);
            }
            byte[] text = java.util.Arrays.copyOfRange(payload, REASON, payload.length);
            Utf8Check check = new Utf8Check();
            if (!check.accepts(text) || !check.ends()) {
                throw new WebSocketException(CloseStatus.INVALID_TEXT, "the reason of a close is not UTF-8");
            }
            reason = new String(text, StandardCharsets.UTF_8);
        }
        status = code;
        close(code, new byte[0]);
        finish();
    }

    /** Fails the connection (RFC 6455, 7.1.7). */
    private void fail(int code, String why) {
        status = code;
        reason = why;
        close(code, why.getBytes(StandardCharsets.UTF_8));
        finish();
    }

    private void finish() {
        finished = true;
        resume();
        if (!client) {
            connection.end();
        }
    }

    @Override
    public void writable() {
        if (!closeSent) {
            session.writable();
        }
    }

    @Override
    public boolean ended() {
        return false;
    }

    /** The engine ends: the peer is asked to close, and has the grace period for that. */
    @Override
    public boolean stopping() {
        close(CloseStatus.GOING_AWAY, new byte[0]);
        return false;
    }

    @Override
    public boolean closing() {
        close(CloseStatus.GOING_AWAY, new byte[0]);
        return true;
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        finished = true;
        UnhandledFailure.log(this, cause);
        session.closed(status, reason);
    }
}
