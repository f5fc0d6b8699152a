package dev.gearbox.core.spi;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How long an acceptor waits when the system has no descriptor, thread or memory left for a connection: longer each time, until it accepts again. Failures are
 * counted, and the begin and end of the shortage are logged. For one acceptor, on its thread; for authors of engines.
 */
public final class AcceptBackoff {
    private static final Duration FIRST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofMillis(320);

    private Duration next = FIRST;
    private @Nullable EngineBase failing;

    /** Records that a connection was accepted. */
    public void accepted() {
        EngineBase engine = failing;
        if (engine != null) {
            failing = null;
            next = FIRST;
            engine.exhaustion().over();
        }
    }

    /** Records that an accept failed, and returns how many nanoseconds to wait before the next. Never throws, whatever resource the system lacks. */
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
