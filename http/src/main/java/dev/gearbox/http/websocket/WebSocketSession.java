package dev.gearbox.http.websocket;

import java.nio.ByteBuffer;

/**
 * The application's side of one WebSocket. Its methods run in callbacks of the connection and never overlap, as those of a {@link dev.gearbox.core.Session}; an
 * exception closes the connection, with status 1011 if that is still possible.
 */
@FunctionalInterface
public interface WebSocketSession {
    /** A whole text message. */
    void text(String message);

    /**
     * A whole binary message. By default it is refused, with status 1003.
     *
     * @param message belongs to the session
     */
    default void binary(ByteBuffer message) {
        throw new UnsupportedDataException();
    }

    /** A pong, asked for or not. Pings are answered without the session. */
    default void pong(ByteBuffer payload) {}

    /** As {@link dev.gearbox.core.Session#writable()}. */
    default void writable() {}

    /**
     * The last call. Nothing can be sent any more.
     *
     * @param status of the peer's close frame, or of ours if we failed the connection; {@link CloseStatus#NONE} if it has none, {@link CloseStatus#LOST} if the connection
     *     ended without one
     * @param reason that came with it, may be empty
     */
    default void closed(int status, String reason) {}
}
