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

/** Records a shift: from when the old engine stops serving the connection until one of the two serves it again. */
@Name("gearbox.Shift")
@Label("Shift")
@Category("Gearbox")
@Description("A connection's move to another engine; neither serves it during that time")
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
    @Description(
            "MOVE: requested by the program; PARK: the connection became idle; WAKE: a parked connection became active")
    String purpose = "";

    @Label("Outcome")
    @Description("MOVED, or why it stayed where it was: the reason of the ShiftException")
    String outcome = "";

    @Label("Message")
    @Description("Message of the ShiftException, if it stayed")
    @Nullable
    String message;

    private ShiftEvent() {}

    /** Returns an event that starts now; null if no recording has it enabled. In a turn of {@code left}. */
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

    /** Ends the event, in the turn in which an engine drives the connection again. */
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
