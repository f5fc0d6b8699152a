package dev.gearbox.core;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The state of one connection and its callbacks.
 *
 * <p>Callbacks of one session never overlap, and each sees what the previous one wrote to the session's fields, whichever thread it runs on: a session needs
 * neither locks nor volatile fields. Tasks and timers of its {@link Connection} count as callbacks. An exception thrown by a callback closes this connection,
 * with that cause, and no other; bytes written before are sent first, for at most {@link Options#linger()}. It is passed to {@link #closed}, or logged if the
 * session does not override that method.
 */
@FunctionalInterface
public interface Session {
    /**
     * Called when bytes have arrived. The session reads what it can; what it leaves is offered again, together with later bytes, when more arrive, after {@link
     * #writable()} and after {@link Connection#resume()}.
     *
     * @param in read-only, and valid only during this call; passing it, or a slice of it, to {@link Connection#write} is the only way to send these bytes back
     *     without copying them
     */
    void received(ByteBuffer in);

    /** Called when the unsent bytes have fallen to {@link Options#lowWater()} after a {@link Connection#write} or {@link Connection#send} had returned false. */
    default void writable() {}

    /**
     * Called when the peer has ended its side. It may still read.
     *
     * @return false to end our side as well, once the queued bytes are sent; true to keep sending until {@link Connection#end()}
     */
    default boolean ended() {
        return false;
    }

    /**
     * Called when {@link Connection#close} was called outside this session's callbacks: the last chance to write. A session that decorates another one forwards
     * the call. Called at most once, and not if {@link Options#linger()} is zero or the session has closed its connection itself.
     *
     * @return true to close now, once the queued bytes are sent; false if this session will close the connection itself, in a callback, within {@link
     *     Options#linger()}; after that time it is closed as if this had returned true
     */
    default boolean closing() {
        return true;
    }

    /**
     * Called when the engine or the listener of the connection is closed with a grace period: finish what you do, then end. A session that decorates another one
     * forwards the call. Called at most once, and not if the session has closed its connection itself.
     *
     * @return true to close now, as by {@link Connection#close} outside the session's callbacks, so that {@link #closing} follows; false if this session will
     *     end the connection itself, when it is done; what is left after the grace period is cut off
     */
    default boolean stopping() {
        return true;
    }

    /**
     * Called exactly once, as the last callback, when the connection is closed.
     *
     * @param cause null if both sides ended normally or after our own {@link Connection#close()} or {@link Connection#abort()}; {@link
     *     ConnectionResetException} if the peer reset the connection; otherwise what a callback or the system threw. The default implementation logs any cause other than an {@link java.io.IOException} as a
     *     warning, with its stack trace
     */
    default void closed(@Nullable Throwable cause) {
        UnhandledFailure.log(this, cause);
    }
}
