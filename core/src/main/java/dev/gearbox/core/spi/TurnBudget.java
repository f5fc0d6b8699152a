package dev.gearbox.core.spi;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Options;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * How many tasks one turn of a connection runs: so many, for so long, and until they have written about as much as the session should. What they
 * wrote is sent then, and others have their turns, before the next tasks run.
 *
 * <p>Above the high-water mark the next turn waits until some of it was sent, but not for long: the peer may never read again, and what waits may be
 * what closes the connection. So tasks that go on writing reach the backlog's cap in seconds if the peer reads nothing, and not if it reads eagerly.
 */
final class TurnBudget {
    private static final int TASKS = 256;
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1);
    /** How long a turn above the high-water mark waits for something to be sent. */
    private static final long PACE = TimeUnit.MILLISECONDS.toNanos(10);
    /** Such turns that it takes, at the least, to reach the backlog's cap. */
    private static final int TO_CAP = 256;

    private final Outbound outbound;
    private final int high;
    private final int share;
    private int left;
    private long most;
    private long began;
    /** What the next turn waits for, if it does: the first that is sent, or the end of its pace. */
    private volatile @Nullable Pace waiting;

    TurnBudget(Outbound outbound, Options options) {
        this.outbound = outbound;
        high = options.highWater();
        share = (options.backlogCap() - high) / TO_CAP;
    }

    /** In a turn: tasks may run now. */
    void begin() {
        left = TASKS;
        most = Math.max(high, outbound.size() + share);
    }

    /** In a turn: whether another task is to be run; the first always is. The clock is read for the second, not for a single one. */
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

    /** In a turn, which has left tasks to the next: asks for that one. */
    void askAgain(Transport transport) {
        if (outbound.isAboveHigh()) {
            Pace pace = new Pace(transport);
            waiting = pace;
            pace.alarm = transport.after(PACE, pace);
        } else {
            transport.wake();
        }
    }

    /** From any thread: whether tasks wait for something to be sent, rather than for a turn. */
    boolean isWaiting() {
        return waiting != null;
    }

    /** In a turn: something was sent, or another engine drives the connection. */
    void goOn(Transport transport) {
        Pace pace = waiting;
        if (pace != null) {
            waiting = null;
            pace.alarm.cancel();
            transport.wake();
        }
    }

    /**
     * One wait, which its alarm ends and no other: else each send would leave an alarm behind that ends a later wait, and nothing would hold the tasks
     * back. An alarm that goes off at the very moment of a send may end the next wait as well, once.
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
