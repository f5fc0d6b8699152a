package dev.gearbox.protocols.frames;

import dev.gearbox.core.Session;
import dev.gearbox.core.UnhandledFailure;
import org.jspecify.annotations.Nullable;

/** One connection's half of a conversation in lines of text: a {@link FrameSession} that receives strings. The same rules apply. */
@FunctionalInterface
public interface LineSession {
    /** Called for each whole line, without its end. */
    void line(String line);

    /** As {@link Session#writable()}. */
    default void writable() {}

    /** As {@link FrameSession#ended()}: a peer that ends within a line closes the connection with a {@link FrameException} instead. */
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

    /** As {@link FrameSession#closed}. */
    default void closed(@Nullable Throwable cause) {
        UnhandledFailure.log(this, cause);
    }
}
