package dev.gearbox.core.recording;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** A shift in a flight recording: from when the old engine serves the connection no more until one of the two does again. */
@Name("gearbox.Shift")
@Label("Shift")
@Category("Gearbox")
@Description("A connection's move to another engine: it is served by neither for that time")
@StackTrace(false)
public final class ShiftEvent extends Event {
    private static final ShiftEvent PROBE = new ShiftEvent();

    @Label("Connection")
    @Description("Local and remote address")
    String connection = "";

    @Label("From")
    @Description("The engine that had the connection")
    String from = "";

    @Label("To")
    @Description("The engine or the loop that it was to go to")
    String to = "";

    @Label("Purpose")
    @Description("MOVE: somebody asked for it; PARK: to sleep there; WAKE: it slept, and has something to do")
    String purpose = "";

    @Label("Outcome")
    @Description("MOVED, or why it stayed where it was: the reason of the ShiftException")
    String outcome = "";

    @Label("Message")
    @Description("In words, why it stayed")
    @Nullable
    String message;

    private ShiftEvent() {}

    /** In a turn of {@code left}: one that begins now; null if nobody records it. */
    public static @Nullable ShiftEvent started(Engine left, Object target, String purpose) {
        if (!PROBE.isEnabled()) {
            return null;
        }
        ShiftEvent event = new ShiftEvent();
        event.from = left.toString();
        event.to = target.toString();
        event.purpose = purpose;
        event.begin();
        return event;
    }

    /** Ends it, in the turn in which somebody drives the connection again. */
    public void answered(Connection moved, String what, @Nullable String why) {
        end();
        if (shouldCommit()) {
            connection = moved.toString();
            outcome = what;
            message = why;
            commit();
        }
    }
}
