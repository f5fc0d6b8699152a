package dev.gearbox.core;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.ZoneId;

/**
 * How long an acceptor rests when the system has no descriptor, thread or memory left for a connection: longer each time, until it accepts
 * again. For one acceptor, on its thread; for those who write engines.
 */
public final class AcceptorRest {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    private static final Duration FIRST = Duration.ofMillis(5);
    private static final Duration LONGEST = Duration.ofMillis(320);

    static {
        // A logger opens this file for the first line that it dates, which may be the one that says that no descriptor
        // is left.
        requireNonNull(ZoneId.systemDefault().getRules());
    }

    private Duration next = FIRST;

    /** A connection was accepted. */
    public void accepted() {
        next = FIRST;
    }

    /** An accept failed, which is counted and logged: how many nanoseconds to rest before the next. */
    public long failed(EngineBase engine, Throwable failure) {
        Duration rest = next;
        engine.counters().acceptFailures.increment();
        LOG.log(
                Level.INFO,
                () -> engine + " rests from accepting for " + rest.toMillis() + " ms: " + failure.getMessage());
        Duration doubled = rest.multipliedBy(2);
        next = doubled.compareTo(LONGEST) > 0 ? LONGEST : doubled;
        return rest.toNanos();
    }
}
