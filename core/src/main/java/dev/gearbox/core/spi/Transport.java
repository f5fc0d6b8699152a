package dev.gearbox.core.spi;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.sockets.DetachedSocket;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The calls from a connection to the engine that drives it. Everything else the engine does itself when {@link ConnectionState} returns that it is due. For
 * authors of engines.
 */
public interface Transport {
    /** Returns the engine, as {@link Connection#engine()} does. */
    EngineBase engine();

    /** Makes a thread of the engine call {@link ConnectionState#turn()} soon and do what is due. From any thread. */
    void wake();

    /**
     * The other engine did not take the connection that was handed over ({@link ConnectionState#released}): soon, on a thread of this engine, {@link
     * ConnectionState#open} it again. This needs no descriptor, since there may be none: what it needs is kept until now or until {@link #moved}. Only if the
     * socket is not usable any more is it {@link ConnectionState#declined declined}. From any thread.
     *
     * @param socket as it was handed over, open, perhaps in non-blocking mode where it was blocking
     */
    default void takenBack(DetachedSocket socket) {
        throw new IllegalStateException(engine() + " cannot hand over connections");
    }

    /** The other engine, or another loop of this one, drives the connection that was handed over; this transport is not used any more. From any thread. */
    default void moved() {}

    /**
     * Returns the connection on whose session this transport runs, if it belongs to a decorator and not to an engine: its engine is the one that can change.
     */
    default Optional<Connection> underneath() {
        return Optional.empty();
    }

    /** Returns the event loop on whose thread all turns of this connection run; null if there is none. From any thread. */
    default @Nullable HomeLoop home() {
        return null;
    }

    /**
     * Returns how many bytes a decorator has passed on that wait in the connection below: the system has not accepted those either. In a turn of this
     * connection.
     */
    default long queuedBelow() {
        return 0;
    }

    /**
     * Sends the front part of {@code data} that the socket accepts at this moment, in the middle of a callback and without waiting. Nothing else waits to be
     * sent. In a callback of this connection.
     *
     * @param data direct; its position afterwards does not matter
     * @return the number of bytes sent; 0 also from a transport that sends only after the callback
     */
    default int sendAtOnce(ByteBuffer data) throws IOException {
        return 0;
    }

    /** Runs {@code task}, which is short, after so many nanoseconds, on any thread. In a turn of this connection. */
    Cancellable after(long nanos, Runnable task);
}
