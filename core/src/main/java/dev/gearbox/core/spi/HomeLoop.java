package dev.gearbox.core.spi;

import org.jspecify.annotations.Nullable;

/** A connection's view of the event loop that drives it. */
public interface HomeLoop {
    /**
     * Runs {@code task} on the loop's thread. From any thread.
     *
     * @return false if the loop has died, and the task will not run
     */
    boolean execute(Runnable task);

    /**
     * Assigns one more connection to it, so that it does not end. From any thread.
     *
     * @return false if it takes no more connections
     */
    boolean assign();

    /** Assigns one connection less to it. From any thread. */
    void unassign();

    /** It drives this connection now. On the loop's thread. */
    void joined(ConnectionState state);

    /** The callback that had blocked it has returned. On the loop's thread. */
    void takeBack(ConnectionState stalled);

    /** Returns the observer of callbacks on this loop; null if there is none. */
    @Nullable
    CallbackObserver watch();
}
