package dev.gearbox.core.blocking;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.concurrent.TimerThread;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** A crew from executors, with one clock for all: every connection has the same home. */
public final class ExecutorCrew implements Crew, Crew.Home {
    private final ExecutorService owners;
    private final ExecutorService couriers;
    private final ExecutorService acceptors;
    private final TimerThread timer;

    /**
     * @param name of the engine, after which the clock's thread is called
     * @param owners gives each connection a thread for life
     * @param couriers lends threads for a turn
     * @param acceptors makes the acceptors' threads
     */
    public ExecutorCrew(String name, ExecutorService owners, ExecutorService couriers, ThreadFactory acceptors) {
        this.owners = owners;
        this.couriers = couriers;
        this.acceptors = Executors.newThreadPerTaskExecutor(acceptors);
        timer = new TimerThread(name + "-timer");
    }

    @Override
    public Home home() {
        return this;
    }

    @Override
    public void start(Runnable life) {
        owners.execute(life);
    }

    @Override
    public void lend(Runnable turn) {
        couriers.execute(turn);
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
        couriers.close();
    }
}
