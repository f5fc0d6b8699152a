package dev.gearbox.studies.fanoutgateway.events;

import java.util.concurrent.locks.LockSupport;

/**
 * How a thread waits for a queue without locks, which wakes none: a hundred attempts at once, a hundred that yield, and from then on one after each sleep. The
 * steps and the sleep of the Disruptor's {@code SleepingWaitStrategy}, so that rows which differ in the queue alone can be compared.
 */
final class BackOff {
    private static final int SPINS = 100;
    private static final int YIELDS = 100;
    private static final long SLEEP_NANOS = 100;

    private int attempts;

    /** Waits after an attempt that failed. */
    @SuppressWarnings("ThreadPriorityCheck") // a strategy that yields is what is compared
    void failed() {
        if (attempts < SPINS) {
            attempts++;
        } else if (attempts < SPINS + YIELDS) {
            attempts++;
            Thread.yield();
        } else {
            LockSupport.parkNanos(SLEEP_NANOS);
        }
    }

    /** Starts again, after an attempt that succeeded. */
    void succeeded() {
        attempts = 0;
    }
}
