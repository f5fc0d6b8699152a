package dev.gearbox.core.blocking;

import dev.gearbox.core.Cancellable;

/** The threads of a blocking engine, and its clock. From any thread. */
public interface ConnectionThreads extends AutoCloseable {
    /** Where one connection lives: its thread, those that stand in for it, its clock. */
    interface ConnectionExecutor {
        /**
         * Gives the connection a thread for life. Called once.
         *
         * @throws java.util.concurrent.RejectedExecutionException if these threads are closed
         * @throws OutOfMemoryError if the system has no thread left
         */
        void start(Runnable life);

        /**
         * Lends a thread for a turn that the connection's own cannot take because it is blocked. Soon, however many turns are under way: each may
         * block in a write.
         *
         * @throws java.util.concurrent.RejectedExecutionException if these threads are closed
         */
        void runOnHelper(Runnable turn);

        /** In a turn of the connection: runs {@code task}, which will not take long, after so many nanoseconds. */
        Cancellable after(long nanos, Runnable task);
    }

    /** The home of the next connection. */
    ConnectionExecutor executor();

    /**
     * Gives an acceptor a thread until it returns.
     *
     * @throws java.util.concurrent.RejectedExecutionException if these threads are closed
     */
    void accept(Runnable acceptor);

    /** Ends all threads and waits for them: after the last connection and acceptor. */
    @Override
    void close();
}
