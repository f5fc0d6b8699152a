package dev.gearbox.core.concurrent;

import dev.gearbox.core.Cancellable;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The timers of an engine without a loop: one thread, started with the first timer. May be used from any thread. */
public final class TimerThread implements AutoCloseable {
    private final EngineThreadFactory threads;
    private @Nullable ScheduledThreadPoolExecutor executor;
    private boolean closed;

    /**
     * @param name of the thread
     */
    public TimerThread(String name) {
        threads =
                new EngineThreadFactory(Thread.ofPlatform().daemon().name(name).factory());
    }

    /** Runs {@code task}, which must be short, on this thread after so many nanoseconds, unless it is closed first. */
    public synchronized Cancellable after(long nanos, Runnable task) {
        if (closed) {
            return () -> {};
        }
        ScheduledThreadPoolExecutor running = executor;
        if (running == null) {
            running = new ScheduledThreadPoolExecutor(1, threads);
            running.setRemoveOnCancelPolicy(true);
            executor = running;
        }
        var future = running.schedule(task, nanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    /** Returns whether the current thread is the timer thread. */
    public boolean isCurrent() {
        return threads.isCurrent();
    }

    /** Drops timers that are not due and ends the thread. */
    @Override
    public void close() {
        ScheduledThreadPoolExecutor running;
        synchronized (this) {
            closed = true;
            running = executor;
        }
        if (running != null) {
            running.shutdownNow();
            running.close();
        }
    }
}
