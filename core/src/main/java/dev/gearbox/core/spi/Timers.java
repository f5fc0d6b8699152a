package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.concurrent.Nanos;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one connection. The connection keeps them and the engine's clock knows them; so they move with the connection, to another
 * engine's clock, and die with it. All of it in the connection's turn, but
 * {@link #schedule} and a cancellation.
 */
final class Timers {
    private final ConnectionState state;
    private @Nullable Timer first;

    Timers(ConnectionState state) {
        this.state = state;
    }

    /** A task that is due at some time. */
    final class Timer implements Cancellable, Runnable {
        private final Runnable task;
        private final long deadline;
        private @Nullable Timer previous;
        private @Nullable Timer next;
        /** The engine's clock's word for it; null while no clock has it. */
        private @Nullable Cancellable ticket;

        private volatile boolean over;

        private Timer(long deadline, Runnable task) {
            this.deadline = deadline;
            this.task = task;
        }

        @Override
        public void cancel() {
            if (!over) {
                over = true;
                inTurn(() -> remove(this));
            }
        }

        /**
         * As a callback of the session. Clocks are asked for a delay, not for a time, and the thread may lose its core in between: so a timer
         * may find an earlier one still waiting, and lets it go first.
         */
        @Override
        public void run() {
            for (Timer earlier; !over && (earlier = firstBefore(this)) != null; ) {
                earlier.fire();
            }
            fire();
        }

        private void fire() {
            if (!over) {
                over = true;
                remove(this);
                task.run();
            }
        }
    }

    /** From any thread: as {@link Connection#schedule}. */
    Cancellable schedule(Duration delay, Runnable task) {
        Timer timer = new Timer(state.engine().nanoTime() + Nanos.of(delay), requireNonNull(task, "no task"));
        inTurn(() -> add(timer, requireNonNull(state.binding().transport())));
        return timer;
    }

    /** Runs {@code task} at once if this is a callback of the session, otherwise as one. */
    private void inTurn(Runnable task) {
        if (state.isOver()) {
            return;
        }
        if (state.entered()) {
            task.run();
        } else {
            state.execute(task);
        }
    }

    private void add(Timer timer, Transport transport) {
        if (!timer.over) {
            timer.next = first;
            if (first != null) {
                first.previous = timer;
            }
            first = timer;
            start(timer, transport);
        }
    }

    private void start(Timer timer, Transport transport) {
        long delay = Math.max(0, timer.deadline - state.engine().nanoTime());
        timer.ticket = transport.after(delay, () -> state.execute(timer));
    }

    private void remove(Timer timer) {
        stop(timer);
        if (timer.previous != null) {
            timer.previous.next = timer.next;
        } else if (timer.equals(first)) {
            first = timer.next;
        }
        if (timer.next != null) {
            timer.next.previous = timer.previous;
        }
        timer.previous = null;
        timer.next = null;
    }

    private @Nullable Timer firstBefore(Timer timer) {
        Timer earliest = null;
        for (Timer each = first; each != null; each = each.next) {
            if (each.deadline - timer.deadline < 0 && (earliest == null || each.deadline - earliest.deadline < 0)) {
                earliest = each;
            }
        }
        return earliest;
    }

    private static void stop(Timer timer) {
        if (timer.ticket != null) {
            timer.ticket.cancel();
            timer.ticket = null;
        }
    }

    /** Takes all of them off the engine's clock; they stay the connection's. */
    void suspend() {
        for (Timer timer = first; timer != null; timer = timer.next) {
            stop(timer);
        }
    }

    /** Puts all of them on another engine's clock. */
    void resume(Transport transport) {
        for (Timer timer = first; timer != null; timer = timer.next) {
            start(timer, transport);
        }
    }

    void clear() {
        suspend();
        first = null;
    }
}
