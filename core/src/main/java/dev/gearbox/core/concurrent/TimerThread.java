package dev.gearbox.core.concurrent;

import dev.gearbox.core.Cancellable;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The clock of an engine without a loop of its own: one thread, started with the first timer. From any thread. */
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

    /** Runs {@code task}, which may not take long, on the clock's thread after so many nanoseconds; never, once it is closed. */
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

    /** Whether the current thread is the clock's. */
    public boolean isCurrent() {
        return threads.isCurrent();
    }

    /** Drops what was not due and ends the thread. */
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
