package dev.gearbox.core.loop;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import java.time.Duration;

/**
 * A finding of the watchdog of an engine's loops, and what it did.
 *
 * @param kind what happened
 * @param engine the supervised engine
 * @param connection the connection whose callback it is about
 * @param time how long its callback had taken by then; for {@link Kind#RESTORED} how long it was away
 * @param reason a description for the log
 */
public record WatchdogEvent(Kind kind, Engine engine, Connection connection, Duration time, String reason) {
    /** What happened. */
    public enum Kind {
        /** A callback blocked a loop for too long: a new thread runs the loop now, the old one only that callback. */
        RELIEVED,
        /** A callback blocks a loop, and no thread is left for the loop. */
        NOT_RELIEVED,
        /** The callback has returned, and the connection stays on its loop. */
        RETURNED,
        /** The callback has returned, and the connection was shifted to the eviction target. */
        EVICTED,
        /** The connection has passed its probation and is back. */
        RESTORED,
        /** A shift to the eviction target or back failed: the connection stays where it was. */
        NOT_SHIFTED
    }

    @Override
    public String toString() {
        return reason;
    }
}
