package dev.gearbox.engines.auto;

import dev.gearbox.core.spi.CallbackObserver;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.SlowTurnListener;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;

/**
 * How long the callbacks of one connection take, and whether they wait or compute: their time on the clock beside that on the processor. Written by
 * whichever thread has the connection, read by the monitor thread. It costs two clocks for each callback, so only suspects are timed.
 */
final class CallbackTimes implements CallbackObserver {
    /** It is slow to come by: only an engine that may need it looks for it. */
    private static final class Processor {
        private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
        private static final boolean KNOWN =
                THREADS.isCurrentThreadCpuTimeSupported() && THREADS.isThreadCpuTimeEnabled();

        /** Of this thread so far; -1 where that is not known, as of a virtual one. */
        static long nanos() {
            return KNOWN && !Thread.currentThread().isVirtual() ? THREADS.getCurrentThreadCpuTime() : -1;
        }
    }

    /**
     * A reading.
     *
     * @param slow how many took longer than a millisecond since the window began
     * @param slowNanos how long these took
     * @param processorNanos how much of that on the processor; -1: not known
     * @param calmSince when the last slow one ended, or timing began
     * @param calmCallbacks how many there were since then
     */
    record Reading(long slow, long slowNanos, long processorNanos, long calmSince, long calmCallbacks) {}

    private long processorBegan;

    private long slow;
    private long slowNanos;
    private long processorNanos;
    private long calmSince = System.nanoTime();
    private long calmCallbacks;

    /** Looks at the processor's clock once, so that it is there when there is no time for that. */
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

    /** A new window. */
    synchronized void startOver() {
        slow = 0;
        slowNanos = 0;
        processorNanos = 0;
    }

    /** A new place: what was elsewhere does not count. */
    synchronized void arrive() {
        startOver();
        calmSince = System.nanoTime();
        calmCallbacks = 0;
    }
}
