package dev.gearbox.http.websocket;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;

/** One WebSocket as its session sees it. All methods but {@link #pause} and {@link #resume} may be called from any thread. */
public final class WebSocket {
    private final WebSocketEndpoint endpoint;
    private final Connection connection;
    private final Optional<String> subprotocol;

    WebSocket(WebSocketEndpoint endpoint, Connection connection, Optional<String> subprotocol) {
        this.endpoint = endpoint;
        this.connection = connection;
        this.subprotocol = subprotocol;
    }

    /**
     * Sends a text message, in one frame.
     *
     * @return as {@link Connection#send(ByteBuffer)}; false too when the WebSocket is closing, and the message is dropped
     */
    public boolean send(String text) {
        return endpoint.send(Opcode.TEXT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Sends a binary message, in one frame. The buffer may be used again when this returns.
     *
     * @return as {@link #send(String)}
     */
    public boolean send(ByteBuffer message) {
        boolean more = endpoint.send(Opcode.BINARY, message);
        message.position(message.limit());
        return more;
    }

    /**
     * Sends a ping, which the peer answers: {@link WebSocketSession#pong}.
     *
     * @param payload at most 125 bytes
     */
    public void ping(ByteBuffer payload) {
        if (payload.remaining() > WebSocketEndpoint.MOST_OF_CONTROL) {
            throw new IllegalArgumentException("a ping has at most " + WebSocketEndpoint.MOST_OF_CONTROL + " bytes");
        }
        endpoint.send(Opcode.PING, payload);
    }

    /** Closes with status 1000 and no reason. */
    public void close() {
        close(CloseStatus.NORMAL, "");
    }

    /**
     * Sends a close frame after what was sent before, and waits for the peer's, for at most {@link WebSocketOptions#closeTimeout}. Messages that still arrive are dropped. Has no effect on a
     * WebSocket that is closing.
     *
     * @param status 1000 to 1014 without 1004 to 1006, or 3000 to 4999
     * @param reason at most 123 bytes in UTF-8
     */
    public void close(int status, String reason) {
        if (!CloseStatus.isSendable(status)) {
            throw new IllegalArgumentException(status + " is not a status that may be sent");
        }
        byte[] text = reason.getBytes(StandardCharsets.UTF_8);
        if (text.length > WebSocketEndpoint.MOST_OF_CONTROL - 2) {
            throw new IllegalArgumentException("the reason has more than 123 bytes");
        }
        endpoint.close(status, text);
    }

    /** Returns the subprotocol that both sides have agreed on. */
    public Optional<String> subprotocol() {
        return subprotocol;
    }

    /** Stops the delivery of messages, also of those that have been received already; in a callback. */
    public void pause() {
        endpoint.pause();
    }

    /** Goes on; in a callback. */
    public void resume() {
        endpoint.resume();
    }

    /** Runs {@code task} in a callback of the connection. */
    public void execute(Runnable task) {
        connection.execute(task);
    }

    /** Runs {@code task} in a callback of the connection after {@code delay}. */
    public Cancellable schedule(Duration delay, Runnable task) {
        return connection.schedule(delay, task);
    }

    /** Returns the connection below, for its addresses, its attributes, and shifts. Nothing may be written to it. */
    public Connection connection() {
        return connection;
    }

    @Override
    public String toString() {
        return "WebSocket on " + connection;
    }
}
