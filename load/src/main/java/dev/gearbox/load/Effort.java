package dev.gearbox.load;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.List;

/**
 * Where the loop's time goes: rounds that did something, rounds that only looked, sleep. Also the time it was kept off its core: a round
 * that took much longer than its events explain.
 */
final class Effort {
    /** Longer than this, and longer than its events explain, a round was interrupted. */
    private static final long GAP = 100_000;

    private static final long PER_EVENT = 50_000;

    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans();
    private long work;
    private long spin;
    private long asleep;
    private long away;
    private long collectionsBefore;

    /** Begins to count. */
    void reset() {
        work = 0;
        spin = 0;
        asleep = 0;
        away = 0;
        collectionsBefore = count();
    }

    /** A round in which so much was done; nothing: it spun. */
    void round(long nanos, long done) {
        if (done == 0) {
            spun(nanos);
        } else {
            work += nanos;
            away += nanos > GAP + done * PER_EVENT ? nanos : 0;
        }
    }

    void spun(long nanos) {
        spin += nanos;
        if (nanos > GAP) {
            away += nanos;
        }
    }

    /** Slept, and woke so long after the deadline. */
    void slept(long nanos, long overslept) {
        asleep += nanos;
        away += overslept > GAP ? overslept : 0;
    }

    /** The share of the window in which the loop was not running although it wanted to. */
    double awayShare(long window) {
        return (double) away / window;
    }

    LoadReport.Effort report(long window, String pacing, int sources) {
        return new LoadReport.Effort(
                (double) work / window,
                (double) spin / window,
                (double) asleep / window,
                count() - collectionsBefore,
                pacing,
                sources);
    }

    private long count() {
        long sum = 0;
        for (var collector : collectors) {
            sum += Math.max(0, collector.getCollectionCount());
        }
        return sum;
    }
}
