package dev.gearbox.core.recording;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** Records how long a new connection waited for its session, if that was longer than the event's threshold. */
@Name("gearbox.QueueWait")
@Label("Queue Wait")
@Category("Gearbox")
@Description("A new connection waited for that time, from when the system had it until a thread opened its session")
@Threshold("10 ms")
@StackTrace(false)
public final class QueueWaitEvent extends Event {
    private static final QueueWaitEvent PROBE = new QueueWaitEvent();

    @Label("Engine")
    String engine = "";

    @Label("Connection")
    @Description("Local and remote address")
    String connection = "";

    @Label("Accepted")
    @Description("Whether it was accepted by a listener; otherwise the engine opened it")
    boolean accepted;

    private QueueWaitEvent() {}

    /** Returns an event that starts now; null if no recording has it enabled. */
    public static @Nullable QueueWaitEvent started() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        QueueWaitEvent event = new QueueWaitEvent();
        event.begin();
        return event;
    }

    /** Ends the event: the session is about to be opened. */
    public void over(Engine where, Connection opened, boolean cameIn) {
        end();
        if (shouldCommit()) {
            engine = where.toString();
            connection = opened.toString();
            accepted = cameIn;
            commit();
        }
    }
}
