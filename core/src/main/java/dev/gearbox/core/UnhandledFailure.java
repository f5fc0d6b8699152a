package dev.gearbox.core;

import java.io.IOException;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;

/**
 * Logs why a connection was closed whose session does not override {@link Session#closed}: otherwise the exception of a callback would be lost. Public for
 * protocols that wrap sessions in their own type.
 */
public final class UnhandledFailure {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private UnhandledFailure() {}

    /**
     * Logs {@code cause} as a warning with its stack trace, unless it is null or an {@link IOException}, which comes from the network. May be called from any
     * thread.
     *
     * @param session the session whose class the log line names
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
