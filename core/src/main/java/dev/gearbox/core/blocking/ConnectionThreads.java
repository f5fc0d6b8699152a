package dev.gearbox.core.blocking;

import dev.gearbox.core.Cancellable;

/** The threads of a blocking engine, and its timers. May be used from any thread. */
public interface ConnectionThreads extends AutoCloseable {
    /** What runs one connection: its thread, the helper threads, its timers. */
    interface ConnectionExecutor {
        /**
         * Starts the connection's own thread. Called once.
         *
         * @throws java.util.concurrent.RejectedExecutionException if these threads are closed
         * @throws OutOfMemoryError if the system has no thread left
         */
        void start(Runnable life);

        /**
         * Runs a turn on a helper thread, because the connection's own thread is blocked. Starts soon, however many other turns are running: each may block in
         * a write.
         *
         * @throws java.util.concurrent.RejectedExecutionException if these threads are closed
         */
        void runOnHelper(Runnable turn);

        /** Runs {@code task}, which must be short, after so many nanoseconds, in a turn of the connection. */
        Cancellable after(long nanos, Runnable task);
    }

    /** Returns the home of the next connection. */
    ConnectionExecutor executor();

    /**
     * Runs an acceptor on a thread of its own until it returns.
     *
     * @throws java.util.concurrent.RejectedExecutionException if these threads are closed
     */
    void accept(Runnable acceptor);

    /** Ends all threads and waits for them. Called after the last connection and acceptor have ended. */
    @Override
    void close();
}
