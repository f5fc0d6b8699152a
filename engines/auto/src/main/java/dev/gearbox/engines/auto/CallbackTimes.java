package dev.gearbox.engines.auto;

import dev.gearbox.core.spi.CallbackObserver;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.SlowTurnListener;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long the callbacks of one connection take, and whether they wait or compute: their elapsed time compared with their processor time. Written by the thread
 * that drives the connection, read by the monitor thread. Costs two clock reads for each callback, so only suspects are timed.
 */
final class CallbackTimes implements CallbackObserver {
    /** Loading it is slow: only an engine that may need it does so. */
    private static final class Processor {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final boolean KNOWN =
                THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

        /** Processor time of the current thread so far; -1 where it is not available, as for a virtual thread. */
        static long nanos() {
            return KNOWN && !Thread.currentThread().isVirtual() ? THREADS.getCurrentThreadCpuTime() : -1;
        }
    }

    /**
     * A snapshot.
     *
     * @param slow how many took longer than a millisecond since the window began
     * @param slowNanos total time of these
     * @param processorNanos how much of that was processor time; -1: not known
     * @param calmSince when the last slow one ended, or timing began
     * @param calmCallbacks number of callbacks since then
     */
    record Reading(long slow, long slowNanos, long processorNanos, long calmSince, long calmCallbacks) {}

    private long processorBegan;

    private long slow;
    private long slowNanos;
    private long processorNanos;
    private long calmSince = System.nanoTime();
    private long calmCallbacks;

    /** Reads the processor clock once in advance, so that the first measurement does not pay for its initialisation. */
    static void warmUp() {
        long _ = Processor.nanos();
    }

    @Override
    public long begins(ConnectionState state) {
        processorBegan = Processor.nanos();
        return System.nanoTime();
    }

    @Override
    public void ends(ConnectionState state, long begun) {
        long now = System.nanoTime();
        if (now - begun <= SlowTurnListener.NANOS) {
            calm();
        } else {
            long used = processorBegan < 0 ? -1 : Processor.nanos() - processorBegan;
            slow(now, now - begun, used);
        }
    }

    private synchronized void calm() {
        calmCallbacks++;
    }

    private synchronized void slow(long now, long nanos, long used) {
        slow++;
        slowNanos += nanos;
        processorNanos = used < 0 || processorNanos < 0 ? -1 : processorNanos + used;
        calmSince = now;
        calmCallbacks = 0;
    }

    synchronized Reading read() {
        return new Reading(slow, slowNanos, processorNanos, calmSince, calmCallbacks);
    }

    /** Starts a new window. */
    synchronized void startOver() {
        slow = 0;
        slowNanos = 0;
        processorNanos = 0;
    }

    /** Starts on a new engine: what was measured elsewhere does not count. */
    synchronized void arrive() {
        startOver();
        calmSince = System.nanoTime();
        calmCallbacks = 0;
    }
}
