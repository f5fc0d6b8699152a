package dev.gearbox.core.loop;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import java.time.Duration;

/**
 * Something that the watchdog of an engine's loops found and what it did.
 *
 * @param kind what
 * @param engine the supervised one
 * @param connection whose callbacks it is about
 * @param time how long its callback had taken by then; for {@link Kind#RESTORED} how long it was away
 * @param reason the same in words, for a log
 */
public record WatchdogEvent(Kind kind, Engine engine, Connection connection, Duration time, String reason) {
    /** What happened. */
    public enum Kind {
        /** A callback kept a loop for too long: a fresh thread has the loop now, the old one only that callback. */
        RELIEVED,
        /** A callback keeps a loop, and no thread is left for the loop. */
        NOT_RELIEVED,
        /** The callback has returned, and the connection goes on where it was. */
        RETURNED,
        /** The callback has returned, and the connection was shifted to the eviction target. */
        EVICTED,
        /** It has behaved there and is back. */
        RESTORED,
        /** A shift to the eviction target or back failed: the connection goes on where it was. */
        NOT_SHIFTED
    }

    @Override
    public String toString() {
        return reason;
    }
}
