package dev.gearbox.core.spi;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Options;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Limits the tasks that one turn of a connection runs: by number, by time, and by the bytes that they write, about as many as the session may. Then these are
 * sent, and other connections have their turns, before the next tasks run.
 *
 * <p>Above the high-water mark the next turn waits until some bytes were sent, but not for long: the peer may never read again, and a waiting task may be the
 * one that closes the connection. So tasks that keep writing reach the backlog cap in seconds if the peer reads nothing, and not if it reads eagerly.
 */
final class TurnBudget {
    private static final int TASKS = 256;
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** How long a turn above the high-water mark waits for bytes to be sent. */
    private static final long PACE = TimeUnit.MILLISECONDS.toNanos(10);
    /** The fewest such turns that it takes to reach the backlog cap. */
    private static final int TO_CAP = 256;

    private final Outbound outbound;
    private final int high;
    private final int share;
    private int left;
    private long most;
    private long began;
    /** What the next turn waits for, if it waits: the first bytes that are sent, or the end of its pace. */
    private volatile @Nullable Pace waiting;

    TurnBudget(Outbound outbound, Options options) {
        this.outbound = outbound;
        high = options.highWater();
        share = (options.backlogCap() - high) / TO_CAP;
    }

    /** Tasks may run now. In a turn. */
    void begin() {
        left = TASKS;
        most = Math.max(high, outbound.size() + share);
    }

    /** Returns whether another task is to be run; the first always is. The clock is read from the second task on. In a turn. */
    boolean allowsAnother(EngineBase engine) {
        int now = left--;
        if (now == TASKS) {
            return true;
        }
        if (now == TASKS - 1) {
            began = engine.nanoTime();
        }
        return now > 0 && outbound.size() <= most && engine.nanoTime() - began < NANOS;
    }

    /** Requests the next turn, for tasks that are left. In a turn. */
    void askAgain(Transport transport) {
        if (outbound.isAboveHigh()) {
            Pace pace = new Pace(transport);
            waiting = pace;
            pace.alarm = transport.after(PACE, pace);
        } else {
            transport.wake();
        }
    }

    /** Returns whether tasks wait for bytes to be sent, rather than for a turn. From any thread. */
    boolean isWaiting() {
        return waiting != null;
    }

    /** Bytes were sent, or another engine drives the connection. In a turn. */
    void goOn(Transport transport) {
        Pace pace = waiting;
        if (pace != null) {
            waiting = null;
            pace.alarm.cancel();
            transport.wake();
        }
    }

    /**
     * One wait, which its own alarm ends and no other: otherwise each send would leave an alarm behind that ends a later wait, and nothing would slow the tasks
     * down. An alarm that goes off at the very moment of a send may end the next wait as well, once.
     */
    private final class Pace implements Runnable {
        private final Transport transport;
        private Cancellable alarm = () -> {};

        Pace(Transport transport) {
            this.transport = transport;
        }

        @Override
        public void run() {
            if (waiting == this) {
                waiting = null;
                transport.wake();
            }
        }
    }
}
