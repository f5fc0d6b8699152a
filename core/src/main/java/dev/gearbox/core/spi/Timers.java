package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.concurrent.Nanos;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The timers of one connection. They belong to the connection and are registered with the engine's clock; so they move with the connection to another engine's
 * clock, and are dropped with it. Accessed in the connection's turn, except for {@link #schedule} and a cancellation.
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
        /** Cancels it on the engine's clock; null while it is on no clock. */
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
         * Runs as a callback of the session. Clocks take a delay, not a time, and the thread may be descheduled in between: so a timer may find that an earlier
         * one is still waiting, and lets it run first.
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

    /** As {@link Connection#schedule}. From any thread. */
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

    /** Removes all of them from the engine's clock; the connection keeps them. */
    void suspend() {
        for (Timer timer = first; timer != null; timer = timer.next) {
            stop(timer);
        }
    }

    /** Registers all of them with another engine's clock. */
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
