package dev.gearbox.core.blocking;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.concurrent.TimerThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Connection threads from executors, with one timer thread for all: every connection has the same home. */
public final class ExecutorConnectionThreads implements ConnectionThreads, ConnectionThreads.ConnectionExecutor {
    private final ExecutorService owners;
    private final ExecutorService helpers;
    private final ExecutorService acceptors;
    private final TimerThread timer;

    /**
     * @param name of the engine, used in the name of the timer thread
     * @param owners runs each connection's own thread
     * @param helpers runs single turns
     * @param acceptors creates the threads of acceptors
     */
    public ExecutorConnectionThreads(
            String name, ExecutorService owners, ExecutorService helpers, ThreadFactory acceptors) {
        this.owners = owners;
        this.helpers = helpers;
        this.acceptors = Executors.newThreadPerTaskExecutor(acceptors);
        timer = new TimerThread(name + "-timer");
    }

    @Override
    public ConnectionExecutor executor() {
        return this;
    }

    @Override
    public void start(Runnable life) {
        owners.execute(life);
    }

    @Override
    public void runOnHelper(Runnable turn) {
        helpers.execute(turn);
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return timer.after(nanos, task);
    }

    @Override
    public void accept(Runnable acceptor) {
        acceptors.execute(acceptor);
    }

    @Override
    public void close() {
        acceptors.close();
        timer.close();
        owners.close();
        helpers.close();
    }
}
