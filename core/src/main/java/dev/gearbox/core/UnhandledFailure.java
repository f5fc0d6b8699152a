package dev.gearbox.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Logs why a connection was closed whose session does not override {@link Session#closed}: otherwise what a callback threw would vanish. For
 * those who write protocols with a kind of session of their own.
 */
public final class UnhandledFailure {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private UnhandledFailure() {}

    /**
     * From any thread: logs {@code cause} as a warning, with its stack, unless it is null or an {@link IOException}, which is the network's.
     *
     * @param session whose class the line names
     */
    public static void log(Object session, @Nullable Throwable cause) {
        if (cause != null && !(cause instanceof IOException)) {
            LOG.log(
                    Level.WARNING,
                    () -> "a callback of " + session.getClass().getName() + " failed, and its connection was closed",
                    cause);
        }
    }
}
