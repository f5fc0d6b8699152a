package dev.gearbox.core.spi;

/** Is told when callbacks of a session begin and end, on their thread: for who has to know how long they take. */
public interface CallbackObserver {
    /**
     * A callback is about to begin.
     *
     * @return what {@link #ends} is to be told
     */
    long begins(ConnectionState state);

    /** The callback is over. */
    void ends(ConnectionState state, long begun);
}
