package dev.gearbox.core.spi;

/** Is notified when callbacks of a session begin and end, on their thread: for code that has to know how long they take. */
public interface CallbackObserver {
    /**
     * Called when a callback is about to begin.
     *
     * @return a value that is passed to {@link #ends}
     */
    long begins(ConnectionState state);

    /** Called when the callback has returned. */
    void ends(ConnectionState state, long begun);
}
