package dev.gearbox.core.observe;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;

/** Is notified of every shift in this process, to measure or record it. {@link EngineStats} has the sums. */
@FunctionalInterface
public interface ShiftObserver {
    /**
     * Called when a connection has moved, on the thread of {@code to} that drives it now, before the shift's future completes, possibly on several threads at
     * once. Time spent here is added to the connection's pause.
     *
     * @param pauseNanos the time from when {@code from} stopped serving the connection until {@code to} drove it
     */
    void moved(Connection connection, Engine from, Engine to, long pauseNanos);

    /** Registers {@code observer} until the result is cancelled. From any thread. */
    static Cancellable add(ShiftObserver observer) {
        ShiftObservers.ALL.add(observer);
        return () -> ShiftObservers.ALL.remove(observer);
    }
}
