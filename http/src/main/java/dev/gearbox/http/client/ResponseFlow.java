package dev.gearbox.http.client;

/** The pace of one response: a handler that cannot take more of the body stops reading, and the server has to wait. From any thread. */
public interface ResponseFlow {
    /** Stops reading. Of what has been received already, pieces of up to 64 KiB in all may follow. While it lasts, nothing notices the end or a reset. */
    void pause();

    /** Goes on reading. */
    void resume();

    /** Runs {@code task} in a callback of the connection, as the methods of the handler. Dropped once the connection is closed. */
    void execute(Runnable task);
}
