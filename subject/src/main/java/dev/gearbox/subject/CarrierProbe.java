package dev.gearbox.subject;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.consumer.RecordingStream;
import jdk.management.VirtualThreadSchedulerMXBean;

/**
 * Monitors the carriers of virtual threads from inside the JVM: whether they are pinned, and whether virtual threads wait for one. Pinning is an event of
 * the flight recorder, but a call that merely holds its carrier raises none. So a virtual thread is scheduled every few milliseconds and records how late
 * it runs, and the scheduler reports how many wait. Enabled by {@link #start}, or for the whole JVM by {@code -Dgearbox.carriers=true}.
 */
public final class CarrierProbe implements AutoCloseable {
    /** The property that enables it in any subject. */
    static final String PROPERTY = "gearbox.carriers";

    private static final Duration BEAT = Duration.ofMillis(5);
    private static final String PINNED = "jdk.VirtualThreadPinned";

    private final VirtualThreadSchedulerMXBean scheduler =
            ManagementFactory.getPlatformMXBean(VirtualThreadSchedulerMXBean.class);
    private final AtomicLong pinned = new AtomicLong();
    private final AtomicLong beats = new AtomicLong();
    private final AtomicLong lateNanos = new AtomicLong();
    private final AtomicLong latestNanos = new AtomicLong();
    private final AtomicLong mostCarriers = new AtomicLong();
    private final AtomicLong mostWaiting = new AtomicLong();
    private final RecordingStream events = new RecordingStream();
    private final Thread heart;
    private volatile boolean ended;

    private CarrierProbe() {
        events.enable(PINNED).withThreshold(Duration.ZERO).withoutStackTrace();
        events.onEvent(PINNED, _ -> pinned.incrementAndGet());
        events.startAsync();
        heart = Thread.ofVirtual().name("carrier-heartbeat").start(this::beat);
        Thread.ofPlatform().daemon().name("carrier-watch").start(this::watch);
    }

    /** Starts monitoring. */
    public static CarrierProbe start() {
        return new CarrierProbe();
    }

    private void beat() {
        while (!ended) {
            long due = System.nanoTime() + BEAT.toNanos();
            while (System.nanoTime() < due && !ended) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            long late = System.nanoTime() - due;
            beats.incrementAndGet();
            lateNanos.addAndGet(late);
            latestNanos.accumulateAndGet(late, Math::max);
        }
    }

    /** Runs on a platform thread, so that it samples even when no carrier is free. */
    private void watch() {
        while (!ended) {
            mostCarriers.accumulateAndGet(scheduler.getPoolSize(), Math::max);
            mostWaiting.accumulateAndGet(scheduler.getQueuedVirtualThreadCount(), Math::max);
            LockSupport.parkNanos(BEAT.toNanos());
        }
    }

    /** Returns the readings since it was started: counts, and times in µs. */
    public Map<String, Object> stats() {
        Map<String, Object> stats = new LinkedHashMap<>();
        stats.put("parallelism", scheduler.getParallelism());
        stats.put("carriers", scheduler.getPoolSize());
        stats.put("mostCarriers", mostCarriers.get());
        stats.put("mostWaiting", mostWaiting.get());
        stats.put("pinned", pinned.get());
        stats.put("beats", beats.get());
        stats.put("meanLateMicros", beats.get() == 0 ? 0 : lateNanos.get() / beats.get() / 1_000);
        stats.put("mostLateMicros", latestNanos.get() / 1_000);
        return stats;
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(heart);
        events.close();
    }
}
