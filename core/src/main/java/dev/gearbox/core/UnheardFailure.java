package dev.gearbox.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/** Logs why a connection was closed whose session does not listen for that, if the program is to blame: its exception would vanish. */
final class UnheardFailure {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private UnheardFailure() {}

    static void log(Session session, @Nullable Throwable cause) {
        if (cause != null && !(cause instanceof IOException)) {
            LOG.log(
                    Level.WARNING,
                    () -> "a callback of " + session.getClass().getName() + " failed, and its connection was closed",
                    cause);
        }
    }
}
