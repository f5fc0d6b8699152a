package dev.gearbox.core.recording;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** Records a connection that was closed because of a failure; those that ended in order are only counted. */
@Name("gearbox.ConnectionFailed")
@Label("Connection Failed")
@Category("Gearbox")
@Description("A connection was closed because of a failure: a reset, a time-out, an overflow, an exception")
@StackTrace(false)
public final class ConnectionFailedEvent extends Event {
    private static final ConnectionFailedEvent PROBE = new ConnectionFailedEvent();

    @Label("Engine")
    String engine = "";

    @Label("Connection")
    @Description("Local and remote address")
    String connection = "";

    @Label("Cause")
    @Description("The kind of the failure: a CloseCause")
    String cause = "";

    @Label("Message")
    @Description("The exception, if there is one")
    @Nullable
    String message;

    private ConnectionFailedEvent() {}

    /** Records the close of a connection, if it is a failure and a recording has the event enabled. */
    public static void closed(Engine where, Connection closed, CloseCause why, @Nullable Throwable failure) {
        if (!why.isFailure() || !PROBE.isEnabled()) {
            return;
        }
        ConnectionFailedEvent event = new ConnectionFailedEvent();
        event.engine = where.toString();
        event.connection = closed.toString();
        event.cause = why.name();
        event.message = failure == null ? null : failure.toString();
        event.commit();
    }
}
