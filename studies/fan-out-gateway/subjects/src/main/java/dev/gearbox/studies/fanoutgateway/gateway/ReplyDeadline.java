package dev.gearbox.studies.fanoutgateway.gateway;

import java.time.Duration;

/**
 * When a request has to be answered; everything that is done for it ends by then.
 *
 * @param nanoTime on the clock of {@link System#nanoTime}
 */
public record ReplyDeadline(long nanoTime) {
    /** Returns the deadline that is {@code duration} from now. */
    public static ReplyDeadline in(Duration duration) {
        return new ReplyDeadline(System.nanoTime() + duration.toNanos());
    }

    /** Returns how many nanoseconds are left; 0 or less: none. */
    public long remaining() {
        return nanoTime - System.nanoTime();
    }
}
