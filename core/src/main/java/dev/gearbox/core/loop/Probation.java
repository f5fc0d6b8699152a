package dev.gearbox.core.loop;

import static dev.gearbox.core.loop.WatchdogEvent.Kind.NOT_SHIFTED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.RESTORED;

import dev.gearbox.core.Engine;
import dev.gearbox.core.spi.CallbackObserver;
import dev.gearbox.core.spi.ConnectionState;
import java.time.Duration;

/**
 * The probation of a connection that has blocked its loop and was moved to an eviction target. It returns when for long enough no callback has taken more than
 * half of what a loop allows; if it soon has to be moved again, the next probation is twice as long. Accessed in the connection's turns.
 */
final class Probation implements CallbackObserver {
    /** The fewest callbacks within the limit before it returns. */
    private static final int CALLBACKS = 8;

    private final LoopWatchdog watchdog;
    private final ConnectionState state;
    private final Engine evictionTarget;
    private final long allowed;
    private long length;
    private int relapses;
    private boolean wasBack;
    private long back;
    private long left;
    private long since;
    private int good;
    private boolean asked;

    Probation(LoopWatchdog watchdog, ConnectionState state, Engine evictionTarget) {
        this.watchdog = watchdog;
        this.state = state;
        this.evictionTarget = evictionTarget;
        allowed = watchdog.options().after().toNanos() / 2;
    }

    /** Called when it is about to leave its home. */
    void begin() {
        left = System.nanoTime();
        boolean again = wasBack && ProbationBackoff.isRelapse(left - back, length);
        relapses = again ? relapses + 1 : 0;
        length = ProbationBackoff.length(watchdog.options().probation().toNanos(), relapses);
        asked = false;
        startOver(left);
    }

    private void startOver(long now) {
        since = now;
        good = 0;
    }

    /** The duration of the current probation. */
    Duration length() {
        return Duration.ofNanos(length);
    }

    @Override
    public long begins(ConnectionState who) {
        return System.nanoTime();
    }

    @Override
    public void ends(ConnectionState who, long begun) {
        long now = System.nanoTime();
        if (now - begun > allowed) {
            startOver(now);
        } else if (++good >= CALLBACKS
                && now - since >= length
                && !asked
                && who.engine().equals(evictionTarget)) {
            asked = true;
            who.arrange(watchdog.engine()).whenComplete((done, failure) -> answered(failure == null));
        }
    }

    private void answered(boolean home) {
        long now = System.nanoTime();
        Duration away = Duration.ofNanos(now - left);
        if (home) {
            wasBack = true;
            back = now;
            watchdog.tell(RESTORED, state, away, "back after " + away.toMillis() + " ms: it did not block");
        } else {
            asked = false;
            startOver(now);
            if (!state.isOver()) {
                watchdog.tell(NOT_SHIFTED, state, away, "stays with " + state.engine() + ": it cannot come back now");
            }
        }
    }
}
