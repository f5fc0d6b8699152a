package dev.gearbox.http.message;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A deadline of a connection that moves with every message. It usually moves later, and then the timer stays as it is: when the timer expires, it
 * checks the current deadline. So a busy connection sets a timer now and then instead of twice for each message. Only for callbacks of the
 * connection's session.
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
     * Creates a deadline that is not set.
     *
     * @param clock nanoseconds since an arbitrary origin
     * @param missed runs in a callback when the deadline has passed
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

    /** Sets the deadline to {@code time} from now. */
    public void in(Duration time) {
        deadline = now() + time.toNanos();
        if (due > deadline) {
            if (timer != null) {
                timer.cancel();
            }
            arm();
        }
    }

    /** Clears the deadline. */
    public void clear() {
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
