package dev.gearbox.core.observe;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Logs that an engine has no descriptor, thread or memory left for connections: once when that starts and once when it accepts again, with the number of failed
 * accepts. A system at its limit may have a descriptor now and none the next moment, so a shortage that returns within ten seconds is only counted.
 * Thread-safe.
 *
 * <p>Logging may itself need what the system has run out of: java.util.logging opens files for its settings and for the first timestamp that it formats. So it
 * is initialised when the first engine starts. If it still fails, the acceptor goes on, and the line is written at the next opportunity.
 */
public final class ExhaustionLog {
    static final long QUIET_NANOS = TimeUnit.SECONDS.toNanos(10);

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    static {
        makeReady();
    }

    private final String engine;
    private final System.Logger log;
    private final LongSupplier clock;
    /** Failed accepts since the last line that gave their number. */
    private long failures;

    /** Whether the last line logged was that of a shortage. */
    private boolean told;

    private boolean quiet;
    private long quietSince;

    public ExhaustionLog(String engine) {
        this(engine, LOG, System::nanoTime);
    }

    public ExhaustionLog(String engine, System.Logger log, LongSupplier clock) {
        this.engine = engine;
        this.log = log;
        this.clock = clock;
    }

    @SuppressWarnings("EmptyCatch") // an engine that starts when nothing is left must still start
    private static void makeReady() {
        try {
            requireNonNull(ZoneId.systemDefault().getRules());
            LOG.isLoggable(Level.WARNING);
        } catch (RuntimeException | Error notEvenNow) {
            // The next line is tried again.
        }
    }

    /** Records that an accept failed. */
    public synchronized void failed(Throwable failure) {
        failures++;
        if (told || (quiet && clock.getAsLong() - quietSince < QUIET_NANOS)) {
            return;
        }
        told = said(Level.WARNING, engine + " cannot accept connections, and tries again until it can: " + failure);
    }

    /** Records that an acceptor has accepted again after a failure. */
    public synchronized void over() {
        if (told && said(Level.INFO, engine + " accepts connections again; accepts that failed: " + failures)) {
            told = false;
            failures = 0;
            quiet = true;
            quietSince = clock.getAsLong();
        }
    }

    private boolean said(Level level, String line) {
        try {
            log.log(level, line);
            return true;
        } catch (RuntimeException | Error unable) {
            return false;
        }
    }
}
