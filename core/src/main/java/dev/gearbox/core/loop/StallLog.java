package dev.gearbox.core.loop;

import dev.gearbox.core.spi.BlockedThreadChecker;
import java.lang.System.Logger.Level;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * What the log says of an event that has kept a loop for long. The first one of a kind is no warning: the JVM loads and compiles that kind's classes then,
 * which is not the handler's fault. The second one is; and a callback that goes on for a second is reported at once, first or not ({@link BlockedThreadChecker}).
 */
final class StallLog {
    /** One event that keeps the loop longer than this is worth a line: everyone else waits meanwhile. */
    static final long NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    /** Apart, so that the word about slow handlers, or a slow machine, can be told from that about defects. */
    static final System.Logger LOG = System.getLogger("dev.gearbox.stalls");

    /** Whether there was one of the kind in this JVM. */
    private static final ClassValue<AtomicBoolean> KNOWN = new ClassValue<>() {
        @Override
        protected AtomicBoolean computeValue(Class<?> kind) {
            return new AtomicBoolean();
        }
    };

    private StallLog() {}

    /**
     * @param what kept the loop
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
