package dev.gearbox.protocols;

import dev.gearbox.core.Session;
import dev.gearbox.core.UnhandledFailure;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One connection's half of a conversation in frames: a {@link Session} that sees whole messages. The same rules hold. */
@FunctionalInterface
public interface FrameSession {
    /**
     * A whole frame has come.
     *
     * @param frame its payload: read-only and the session's only during this call
     */
    void frame(ByteBuffer frame);

    /** As {@link Session#writable()}. */
    default void writable() {}

    /**
     * As {@link Session#ended()}; between two frames. A peer that ends in the midst of a frame closes the connection with {@link
     * FrameException} instead.
     */
    default boolean ended() {
        return false;
    }

    /** As {@link Session#closing()}. */
    default boolean closing() {
        return true;
    }

    /** As {@link Session#closed}, which logs what a callback threw unless this is overridden. */
    default void closed(@Nullable Throwable cause) {
        UnhandledFailure.log(this, cause);
    }
}
