package dev.gearbox.core.loop;

import dev.gearbox.core.spi.BlockedThreadChecker;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Logs an event that has blocked a loop for long. The first one of a kind is not a warning, because the JVM loads and compiles the classes of that kind then.
 * The second one is; and a callback that runs for a second is reported at once, first or not ({@link BlockedThreadChecker}).
 */
final class StallLog {
    /** An event that blocks the loop for longer than this is logged. */
    static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** A separate logger, so that reports of slow handlers or a slow machine can be separated from defects. */
    static final System.Logger LOG = System.getLogger("dev.gearbox.stalls");

    /** Whether an event of the kind was logged before in this JVM. */
    private static final ClassValue<AtomicBoolean> KNOWN = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> kind) {
            return new AtomicBoolean();
        }
    };

    private StallLog() {}

    /**
     * @param what blocked the loop
     * @param kind of what: of a connection, its session's class
     */
    static void tell(String loop, Object what, Class<?> kind, long nanos) {
        String took = what + " kept " + loop + " for " + nanos / 1_000_000 + " ms; its other connections waited";
        Level level = level(kind);
        LOG.log(
                level,
                () -> took
                        + (level == Level.WARNING
                                ? " (a handler that blocks belongs in an Offload)"
                                : ", for the first time: most likely the JVM loaded classes"));
    }

    static Level level(Class<?> kind) {
        return KNOWN.get(kind).getAndSet(true) ? Level.WARNING : Level.DEBUG;
    }
}
