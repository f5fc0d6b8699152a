package dev.gearbox.core.spi;

import org.jspecify.annotations.Nullable;

/** What a connection knows of the event loop that drives it. */
public interface HomeLoop {
    /**
     * From any thread: runs {@code task} on the loop's thread.
     *
     * @return false if the loop has died, and the task will not run
     */
    boolean execute(Runnable task);

    /**
     * From any thread: one connection more is assigned to it, so it does not end.
     *
     * @return false if it takes none any more
     */
    boolean assign();

    /** From any thread: one connection less is assigned to it. */
    void unassign();

    /** On the loop's thread: it drives this connection now. */
    void joined(ConnectionState state);

    /** On the loop's thread: the callback that had kept it has returned. */
    void takeBack(ConnectionState stalled);

    /** What observes callbacks on this loop; null if nothing does. */
    @Nullable
    CallbackObserver watch();
}
