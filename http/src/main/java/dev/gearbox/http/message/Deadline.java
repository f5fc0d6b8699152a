package dev.gearbox.http.message;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One deadline of a connection that moves with every message. It mostly moves further away, and then the timer under it stays as it is: when
 * that is due, it looks where the deadline is by now. So a busy connection sets a timer once in a while, not twice for each message. For
 * callbacks of the connection's session only.
 */
public final class Deadline {
    private static final long NONE = Long.MAX_VALUE;

    private final Connection connection;
    private final LongSupplier clock;
    private final Runnable missed;
    private final long origin;
    private long deadline = NONE;
    private long due = NONE;
    private @Nullable Cancellable timer;

    /**
     * None yet.
     *
     * @param clock nanoseconds since whenever
     * @param missed runs in a callback when the deadline is there
     */
    public Deadline(Connection connection, LongSupplier clock, Runnable missed) {
        this.connection = connection;
        this.clock = clock;
        this.missed = missed;
        origin = clock.getAsLong();
    }

    private long now() {
        return clock.getAsLong() - origin;
    }

    /** From now on it is so far away. */
    public void in(Duration time) {
        deadline = now() + time.toNanos();
        if (due > deadline) {
            if (timer != null) {
                timer.cancel();
            }
            arm();
        }
    }

    /** There is none. */
    void clear() {
        deadline = NONE;
    }

    private void arm() {
        due = deadline;
        timer = connection.schedule(Duration.ofNanos(Math.max(0, deadline - now())), this::ring);
    }

    private void ring() {
        due = NONE;
        timer = null;
        if (deadline == NONE) {
            return;
        }
        if (now() < deadline) {
            arm();
        } else {
            deadline = NONE;
            missed.run();
        }
    }
}
