package dev.gearbox.core.loop;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/**
 * A flight recorder event: what blocked an {@link EventLoop} for longer than the event's threshold, while all other connections of the loop waited. Each loop
 * reuses one object for all its events. Without a recording there is none, and an event that the loop handles costs two reads of a field.
 */
@Name("gearbox.LoopBlocked")
@Label("Loop Blocked")
@Category("Gearbox")
@Description(
        "One event blocked a loop for that time, for example a handler that blocks or computes; the loop's other connections waited")
@Threshold("20 ms")
@StackTrace(false)
public final class LoopBlockedEvent extends Event {
    private static final LoopBlockedEvent PROBE = new LoopBlockedEvent();

    @Label("Engine")
    String engine = "";

    @Label("Loop")
    @Description("The loop's name, and its thread's")
    String loop = "";

    @Label("Kept By")
    @Description("A connection (local and remote address), or what else the loop had to do")
    String keptBy = "";

    private LoopBlockedEvent() {}

    /**
     * Marks the start of an event. Called on the loop's thread.
     *
     * @param last the previous return value
     * @return null if no recording has the event enabled
     */
    static @Nullable LoopBlockedEvent next(@Nullable LoopBlockedEvent last) {
        if (!PROBE.isEnabled()) {
            return null;
        }
        LoopBlockedEvent event = last == null ? new LoopBlockedEvent() : last;
        event.begin();
        return event;
    }

    /** Marks {@code what} as done. Called on the loop's thread. */
    void over(EventLoop where, Object what) {
        end();
        if (shouldCommit()) {
            engine = where.engine().toString();
            loop = where.name();
            keptBy = what.toString();
            commit();
        }
    }
}
