package dev.gearbox.load;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * How the loop waits when a round found nothing to do. A selector counts in milliseconds and a parked thread sees no answers, so:
 *
 * <ul>
 *   <li>more than a millisecond to the next deadline and the line quiet: a blocking select that ends before the deadline;
 *   <li>less, and no answer is due: park until shortly before the deadline;
 *   <li>otherwise, and always in the last stretch: spin, looking for answers each time.
 * </ul>
 */
final class Pacer {
    private static final long MILLI = 1_000_000;

    /** So long after the last event the loop keeps looking for the next one: a sleeping thread would add its wake-up to the figures. */
    private static final long ALERT = 200_000;

    private final Selector selector;
    private final Consumer<SelectionKey> action;
    private final boolean slackless;
    private final long spin;

    Pacer(Selector selector, Consumer<SelectionKey> action) {
        this.selector = selector;
        this.action = action;
        this.slackless = TimerSlack.minimal();
        this.spin = slackless ? 60_000 : 150_000;
    }

    /**
     * Waits at most until shortly before the deadline; may return at any time.
     *
     * @param quiet nanoseconds since the last event
     * @param expecting whether any answer is due
     * @return whether it slept; false: it spun
     */
    boolean rest(long untilDeadline, long quiet, boolean expecting) throws IOException {
        if (untilDeadline > spin && !(expecting && quiet < ALERT)) {
            if (untilDeadline - spin >= MILLI) {
                selector.select(action, (untilDeadline - spin) / MILLI);
                return true;
            }
            if (!expecting) {
                LockSupport.parkNanos(untilDeadline - spin);
                return true;
            }
        }
        Thread.onSpinWait();
        return false;
    }

    /** How it waits, for the report. */
    String describe() {
        return "park, then spin " + spin / 1000 + " us; timer slack " + (slackless ? "1 ns" : "as the system has it");
    }

    void close() {
        if (slackless) {
            TimerSlack.restore();
        }
    }
}
