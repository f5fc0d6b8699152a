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
 * What kept an {@link EventLoop} in a flight recording, if it did so for longer than the event's threshold: all other connections of the loop
 * waited. Each loop has one object for all its events. While nobody records there is none, and an event that the loop handles costs two looks at a
 * field.
 */
@Name("gearbox.LoopBlocked")
@Label("Loop Blocked")
@Category("Gearbox")
@Description(
        "One event kept a loop for that time: a handler that blocks or computes; the loop's other connections waited")
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
     * On the loop's thread: something begins now.
     *
     * @param last what this answered the last time
     * @return null if nobody records it
     */
    static @Nullable LoopBlockedEvent next(@Nullable LoopBlockedEvent last) {
        if (!PROBE.isEnabled()) {
            return null;
        }
        LoopBlockedEvent event = last == null ? new LoopBlockedEvent() : last;
        event.begin();
        return event;
    }

    /** On the loop's thread: {@code what} is done. */
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
