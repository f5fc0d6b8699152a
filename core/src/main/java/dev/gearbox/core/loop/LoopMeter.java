package dev.gearbox.core.loop;

import dev.gearbox.core.observe.LoopStats;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Measures where a loop's time goes: to waiting, and to one event after another. The clock is read once for each. Only the loop writes the counters; other
 * threads read them for stats, without a fence.
 *
 * <pre>
 *   ── wait ──│ event │ event │ event │── wait ──
 *           awoke  handled handled handled
 *             └ queued: how long an event had to wait for those before it in its round
 * </pre>
 */
final class LoopMeter {
    private final AtomicLong busyNanos = new AtomicLong();
    private final AtomicLong waitNanos = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();
    private final AtomicLong events = new AtomicLong();
    private final AtomicLong queuedNanos = new AtomicLong();

    private long roundBegan;
    private long mark;
    /** Started at the mark; null while no recording has it enabled. */
    private @Nullable LoopBlockedEvent recorded;

    /** The loop starts to wait for the first time. */
    void start() {
        mark = System.nanoTime();
    }

    /** The wait is over. */
    void awoke() {
        long now = System.nanoTime();
        waitNanos.setOpaque(waitNanos.getPlain() + now - mark);
        roundBegan = now;
        mark = now;
        recorded = LoopBlockedEvent.next(recorded);
    }

    /**
     * Records that an event was handled.
     *
     * @param loop that did so
     * @param what the event was for; a recording shows its string
     * @return the time it took, in nanoseconds
     */
    long handled(EventLoop loop, Object what) {
        events.setOpaque(events.getPlain() + 1);
        queuedNanos.setOpaque(queuedNanos.getPlain() + mark - roundBegan);
        return spentOn(loop, what);
    }

    /** Time that belongs to no event: as {@link #handled}, without counting an event. */
    long spentOn(EventLoop loop, Object what) {
        long now = System.nanoTime();
        long nanos = now - mark;
        mark = now;
        if (recorded != null) {
            recorded.over(loop, what);
        }
        recorded = LoopBlockedEvent.next(recorded);
        busyNanos.setOpaque(busyNanos.getPlain() + nanos);
        if (nanos > longestNanos.getPlain()) {
            longestNanos.setOpaque(nanos);
        }
        return nanos;
    }

    /** May be called from any thread. */
    LoopStats stats() {
        return new LoopStats(
                busyNanos.getOpaque(),
                waitNanos.getOpaque(),
                longestNanos.getOpaque(),
                events.getOpaque(),
                queuedNanos.getOpaque());
    }

    /** Returns the fraction of time that the loop worked since these stats were read; NaN if nothing has completed since then. From any thread. */
    double utilisationSince(LoopStats before) {
        LoopStats now = stats();
        long busy = now.busyNanos() - before.busyNanos();
        long total = busy + now.waitNanos() - before.waitNanos();
        return total > 0 ? (double) busy / total : Double.NaN;
    }
}
