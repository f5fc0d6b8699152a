package dev.gearbox.core.loop;

import dev.gearbox.core.Cancellable;
import org.jspecify.annotations.Nullable;

/** A timer of a supervised loop that a session starts or cancels on a thread that may have lost the loop meanwhile, so the loop is notified by tasks. */
final class PostedTimer implements Cancellable, Runnable {
    private final EventLoop loop;
    private final long deadline;
    private final Runnable task;
    private volatile boolean cancelled;
    /** Used on the loop's thread only. */
    private @Nullable Cancellable ticket;

    PostedTimer(EventLoop loop, long nanos, Runnable task) {
        this.loop = loop;
        this.task = task;
        deadline = System.nanoTime() + nanos;
        loop.execute(this);
    }

    /** Starts the timer. On the loop's thread. */
    @Override
    public void run() {
        if (!cancelled) {
            ticket = loop.after(deadline - System.nanoTime(), this::fire);
        }
    }

    private void fire() {
        ticket = null;
        if (!cancelled) {
            task.run();
        }
    }

    @Override
    public void cancel() {
        cancelled = true;
        loop.execute(this::stop);
    }

    private void stop() {
        if (ticket != null) {
            ticket.cancel();
            ticket = null;
        }
    }
}
