package dev.gearbox.core;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * One connection's half of the conversation: its state and its callbacks.
 *
 * <p>An engine never enters two callbacks of one session at once, and what one callback wrote to the session's fields the next one sees,
 * whichever thread it comes on: a session needs neither locks nor volatile fields. Tasks and timers of its {@link Connection} count as
 * callbacks. What a callback throws closes this connection, with that cause, and no other; what was written before is sent first, for {@link
 * Options#linger()} at most. It is logged, unless the session overrides {@link #closed}, which is told of it.
 */
@FunctionalInterface
public interface Session {
    /**
     * Bytes have come. The session takes what it can; what it leaves is offered again, with what came behind it, when more comes, after
     * {@link #writable()} and after {@link Connection#resume()}.
     *
     * @param in read-only and the session's only during this call; handing it, or a slice of it, to {@link Connection#write} is the one way to
     *     send these bytes back without copying them
     */
    void received(ByteBuffer in);

    /** The bytes that wait to be sent fell below {@link Options#lowWater()} after a {@link Connection#write} had returned false. */
    default void writable() {}

    /**
     * The peer sends no more. It may still read.
     *
     * @return false to end our side as well, behind what is queued; true to go on sending until {@link Connection#end()}
     */
    default boolean ended() {
        return false;
    }

    /**
     * {@link Connection#close} was called outside this session's callbacks: the last chance to write. A session that decorates another one
     * passes it on. Called once at most, and not where {@link Options#linger()} is zero, or after the session has closed its connection itself.
     *
     * @return true to close now, behind what is queued; false if this session will close the connection itself, in a callback, within {@link
     *     Options#linger()}: after that it is closed as if this had returned true
     */
    default boolean closing() {
        return true;
    }

    /**
     * The connection is over: called exactly once, and last.
     *
     * @param cause null when it ended as both sides wished or by our own {@link Connection#close()}; {@link ConnectionResetException} when the
     *     peer tore it down; otherwise what a callback or the system threw. If this is not overridden, a cause that is the program's (any but an
     *     {@link java.io.IOException}) is logged as a warning, with its stack
     */
    default void closed(@Nullable Throwable cause) {
        UnhandledFailure.log(this, cause);
    }
}
