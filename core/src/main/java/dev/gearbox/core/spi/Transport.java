package dev.gearbox.core.spi;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.sockets.DetachedSocket;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a connection reaches the engine that drives it: the little that cannot be pulled. All the rest the engine does of its own accord, as
 * {@link ConnectionState} tells it what is due. For those who write engines.
 */
public interface Transport {
    /** The engine, as {@link Connection#engine()} shows it. */
    EngineBase engine();

    /** From any thread: soon, and on a thread of the engine's, enter {@link ConnectionState#turn()} and do what is due. */
    void wake();

    /**
     * From any thread: the other engine did not take the connection that was let go of ({@link ConnectionState#released}); soon, and on a thread of
     * this engine's, {@link ConnectionState#open} it again. That takes no descriptor, for there may be none: what it would take is kept until now or
     * until {@link #moved}. Only if the socket is of no use any more is it {@link ConnectionState#declined declined}.
     *
     * @param socket as it was let go of, open, perhaps with calls that do not wait where they did
     */
    default void takenBack(DetachedSocket socket) {
        throw new IllegalStateException(engine() + " lets go of no connection");
    }

    /**
     * From any thread: the other engine, or another loop of this one, drives the connection that was let go of; this transport has nothing to do with
     * it any more.
     */
    default void moved() {}

    /** The connection on whose session this transport runs, if it is no engine's but a decorator's: that one's engine is what can change. */
    default Optional<Connection> underneath() {
        return Optional.empty();
    }

    /** From any thread: the event loop on whose thread all turns of this connection are; null where it has no loop of its own. */
    default @Nullable HomeLoop home() {
        return null;
    }

    /** In a turn of this connection: how many of its bytes wait below, where a decorator has passed them on; the system has not taken those either. */
    default long queuedBelow() {
        return 0;
    }

    /** In a turn of this connection: runs {@code task} after so many nanoseconds, on any thread; it will not take long. */
    Cancellable after(long nanos, Runnable task);
}
