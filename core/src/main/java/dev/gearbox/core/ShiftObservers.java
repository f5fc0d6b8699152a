package dev.gearbox.core;

import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The {@link ShiftObserver}s of this process. */
final class ShiftObservers {
    static final List<ShiftObserver> ALL = new CopyOnWriteArrayList<>();

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private ShiftObservers() {}

    static void tell(Connection connection, Engine from, Engine to, long pauseNanos) {
        for (ShiftObserver observer : ALL) {
            try {
                observer.moved(connection, from, to, pauseNanos);
            } catch (RuntimeException thrown) {
                LOG.log(Level.WARNING, () -> "an observer of shifts failed on " + connection, thrown);
            }
        }
    }
}
