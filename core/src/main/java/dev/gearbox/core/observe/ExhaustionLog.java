package dev.gearbox.core.observe;

import static java.util.Objects.requireNonNull;

import java.lang.System.Logger.Level;
import java.time.ZoneId;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Tells the log that an engine finds no descriptor, thread or memory for connections: once when that begins and once when it accepts again, with
 * the number of accepts that failed. A system at its limit may have a descriptor now and none the next moment: what begins again within ten seconds
 * is only counted. From any thread.
 *
 * <p>The logger may need what the system has run out of: java.util.logging opens a file for the first line that it dates, and for its settings. So
 * it is made ready when the first engine starts. If it fails all the same, the acceptor goes on, and the line is written at the next occasion.
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
    /** Since the last line that gave their number. */
    private long failures;

    /** Whether the log's last word is that it is short. */
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

    @SuppressWarnings("EmptyCatch") // an engine that starts when nothing is left starts all the same
    private static void makeReady() {
        try {
            requireNonNull(ZoneId.systemDefault().getRules());
            LOG.isLoggable(Level.WARNING);
        } catch (RuntimeException | Error notEvenNow) {
            // Each line is tried anew.
        }
    }

    /** An accept failed. */
    public synchronized void failed(Throwable failure) {
        failures++;
        if (told || (quiet && clock.getAsLong() - quietSince < QUIET_NANOS)) {
            return;
        }
        told = said(Level.WARNING, engine + " cannot accept connections, and tries again until it can: " + failure);
    }

    /** An acceptor that had failed has accepted. */
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
