package dev.gearbox.protocols.frames;

import dev.gearbox.core.Session;
import dev.gearbox.core.UnhandledFailure;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One connection's half of a conversation in frames: a {@link Session} that receives whole messages. The same rules apply. */
@FunctionalInterface
public interface FrameSession {
    /**
     * Called for each whole frame.
     *
     * @param frame its payload; read-only and valid only during this call
     */
    void frame(ByteBuffer frame);

    /** As {@link Session#writable()}. */
    default void writable() {}

    /** As {@link Session#ended()}; called between two frames. A peer that ends within a frame closes the connection with a {@link FrameException} instead. */
    default boolean ended() {
        return false;
    }

    /** As {@link Session#closing()}. */
    default boolean closing() {
        return true;
    }

    /** As {@link Session#stopping()}. */
    default boolean stopping() {
        return true;
    }

    /** As {@link Session#closed}, which logs an exception thrown by a callback unless this method is overridden. */
    default void closed(@Nullable Throwable cause) {
        UnhandledFailure.log(this, cause);
    }
}
