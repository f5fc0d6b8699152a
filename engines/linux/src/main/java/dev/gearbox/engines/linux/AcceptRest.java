package dev.gearbox.engines.linux;

import dev.gearbox.core.EngineBase;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;

/** How long an acceptor rests when the system has no descriptor left for a connection: longer each time, until one comes. */
final class AcceptRest {
    private static final long FIRST = TimeUnit.MILLISECONDS.toNanos(5);
    private static final long LONGEST = TimeUnit.MILLISECONDS.toNanos(320);
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private final EngineBase engine;
    private long nanos = FIRST;

    AcceptRest(EngineBase engine) {
        this.engine = engine;
    }

    /** An accept failed: how long to rest. */
    long begin(String why) {
        long now = nanos;
        engine.counters().acceptFailures.increment();
        LOG.log(
                Level.INFO,
                () -> engine + " rests from accepting for " + TimeUnit.NANOSECONDS.toMillis(now) + " ms: " + why);
        nanos = Math.min(LONGEST, now * 2);
        return now;
    }

    /** A connection came. */
    void over() {
        nanos = FIRST;
    }
}
