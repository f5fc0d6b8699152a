package dev.gearbox.core.observe;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;

/** Is told of every shift in this process: for those who measure and record them. {@link EngineStats} has the sums. */
@FunctionalInterface
public interface ShiftObserver {
    /**
     * A connection has moved. On the thread of {@code to} that drives it now, before the shift's future completes, and perhaps on several threads
     * at once; whatever takes long here is added to the connection's pause.
     *
     * @param pauseNanos from when {@code from} was about to let go of the connection, and served it no more, until {@code to} drove it
     */
    void moved(Connection connection, Engine from, Engine to, long pauseNanos);

    /** From now on {@code observer} is told, until that is cancelled. From any thread. */
    static Cancellable add(ShiftObserver observer) {
        ShiftObservers.ALL.add(observer);
        return () -> ShiftObservers.ALL.remove(observer);
    }
}
