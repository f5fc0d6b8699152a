package dev.gearbox.core.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long an acceptor rests when the system has no descriptor, thread or memory left for a connection: longer each time, until it accepts
 * again. What the engine's acceptors meet is counted, and told to the log when it begins and when it is over. For one acceptor, on its thread; for
 * those who write engines.
 */
public final class AcceptBackoff {
    private static final Duration FIRST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofMillis(320);

    private Duration next = FIRST;
    private @Nullable EngineBase failing;

    /** A connection was accepted. */
    public void accepted() {
        EngineBase engine = failing;
        if (engine != null) {
            failing = null;
            next = FIRST;
            engine.exhaustion().over();
        }
    }

    /** An accept failed: how many nanoseconds to rest before the next. Throws nothing, whatever the system is short of. */
    public long failed(EngineBase engine, Throwable failure) {
        failing = engine;
        engine.counters().acceptFailures.increment();
        engine.exhaustion().failed(failure);
        Duration backoff = next;
        Duration doubled = backoff.multipliedBy(2);
        next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return backoff.toNanos();
    }
}
