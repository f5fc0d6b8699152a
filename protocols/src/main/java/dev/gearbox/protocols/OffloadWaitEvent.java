package dev.gearbox.protocols;

import dev.gearbox.core.Connection;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** Records how long an offloaded session waited for a worker, if that was longer than the event's threshold. */
@Name("gearbox.OffloadWait")
@Label("Offload Wait")
@Category("Gearbox")
@Description("A session had something to do and waited for that time until a worker of its offload was free")
@Threshold("10 ms")
@StackTrace(false)
final class OffloadWaitEvent extends Event {
    private static final OffloadWaitEvent PROBE = new OffloadWaitEvent();

    @Label("Offload")
    String offload = "";

    @Label("Connection")
    @Description("Local and remote address")
    String connection = "";

    private OffloadWaitEvent() {}

    /** Returns an event that starts now; null if no recording has it enabled. */
    static @Nullable OffloadWaitEvent started() {
        if (!PROBE.isEnabled()) {
            return null;
        }
        OffloadWaitEvent event = new OffloadWaitEvent();
        event.begin();
        return event;
    }

    /** Ends the event: a worker has the session's turn. */
    void over(Object workers, Connection served) {
        end();
        if (shouldCommit()) {
            offload = workers.toString();
            connection = served.toString();
            commit();
        }
    }
}
