package dev.gearbox.core.loop;

import java.util.Arrays;
import java.util.stream.Collectors;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** A {@link WatchdogEvent} as a flight recorder event, with the stack trace of the stuck thread, if one is stuck. */
@Name("gearbox.Supervision")
@Label("Supervision")
@Category("Gearbox")
@Description("What a loop watchdog did about a callback that blocked a loop for too long")
@StackTrace(false)
public final class WatchdogJfrEvent extends Event {
    private static final WatchdogJfrEvent PROBE = new WatchdogJfrEvent();

    @Label("Kind")
    String kind = "";

    @Label("Engine")
    String engine = "";

    @Label("Connection")
    @Description("Local and remote address")
    String connection = "";

    @Label("Time")
    @Description("How long the callback had taken by then; for RESTORED how long the connection was away")
    @Timespan
    long time;

    @Label("Reason")
    String reason = "";

    @Label("Stuck At")
    @Description("The stack trace of the thread in the callback, if it has not returned")
    @Nullable
    String stuckAt;

    private WatchdogJfrEvent() {}

    /** On the watchdog's thread, or the loop's. */
    static void record(WatchdogEvent told, @Nullable Thread stuck) {
        if (!PROBE.isEnabled()) {
            return;
        }
        WatchdogJfrEvent event = new WatchdogJfrEvent();
        event.kind = told.kind().name();
        event.engine = told.engine().toString();
        event.connection = told.connection().toString();
        event.time = told.time().toNanos();
        event.reason = told.reason();
        event.stuckAt = stuck == null ? null : stackOf(stuck);
        event.commit();
    }

    private static String stackOf(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(StackTraceElement::toString)
                .collect(Collectors.joining("\n"));
    }
}
