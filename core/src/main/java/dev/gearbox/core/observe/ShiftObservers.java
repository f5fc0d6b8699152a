package dev.gearbox.core.observe;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The {@link ShiftObserver}s of this process. */
public final class ShiftObservers {
    static final List<ShiftObserver> ALL = new CopyOnWriteArrayList<>();

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private ShiftObservers() {}

    public static void tell(Connection connection, Engine from, Engine to, long pauseNanos) {
        for (ShiftObserver observer : ALL) {
            try {
                observer.moved(connection, from, to, pauseNanos);
            } catch (RuntimeException thrown) {
                LOG.log(Level.WARNING, () -> "an observer of shifts failed on " + connection, thrown);
            }
        }
    }
}
