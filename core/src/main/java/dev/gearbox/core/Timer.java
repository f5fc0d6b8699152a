package dev.gearbox.core;

import org.jspecify.annotations.Nullable;

/**
 * A task of a connection that is due at some time. The connection keeps it and the engine's clock knows it; so it can move with its
 * connection, to another engine's clock, and die with it.
 */
final class Timer implements Cancellable, Runnable {
    private final EngineSide side;
    private final Runnable task;
    final long deadline;

    @Nullable
    Timer previous;

    @Nullable
    Timer next;
    /** The engine's clock's word for it; null while no clock has it. In the connection's turn. */
    @Nullable
    Cancellable ticket;

    private volatile boolean over;

    Timer(EngineSide side, long deadline, Runnable task) {
        this.side = side;
        this.deadline = deadline;
        this.task = task;
    }

    boolean over() {
        return over;
    }

    @Override
    public void cancel() {
        if (!over) {
            over = true;
            side.forget(this);
        }
    }

    /**
     * As a callback of the session. Clocks are asked for a delay, not for a time, and the thread may lose its core in between: so a timer may
     * find an earlier one still waiting, and lets it go first.
     */
    @Override
    public void run() {
        for (Timer earlier; !over && (earlier = side.firstBefore(this)) != null; ) {
            earlier.fire();
        }
        fire();
    }

    private void fire() {
        if (!over) {
            over = true;
            side.forget(this);
            task.run();
        }
    }
}
