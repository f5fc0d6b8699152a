package dev.gearbox.engines.auto;

import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** Records a {@link ShiftDecision} in flight recordings, from the decision until its outcome was known. */
@Name("gearbox.Decision")
@Label("Decision")
@Category("Gearbox")
@Description("An adaptive engine shifts a connection: its signals, the alternative considered, the expected effect")
@StackTrace(false)
final class DecisionEvent extends Event {
    @Label("Connection")
    @Description("The peer's address")
    String connection = "";

    @Label("From")
    String from = "";

    @Label("To")
    String to = "";

    @Label("Why")
    String why = "";

    @Label("Alternative")
    @Description("What else was considered, and why it was rejected")
    String alternative = "";

    @Label("Expected")
    @Description("The expected effect")
    String expected = "";

    @Label("Refusal")
    @Description("Why the connection stays where it was, if it does")
    @Nullable
    String refusal;

    @Label("Window")
    @Description("How long the connection was observed")
    @Timespan(Timespan.MILLISECONDS)
    long window;

    @Label("Callbacks")
    @Description("Of the connection's session in the window")
    long callbacks;

    @Label("Bytes for Each Callback")
    long bytesPerCallback;

    @Label("Slow Callbacks")
    @Description("Timed callbacks that took longer than a millisecond")
    long slow;

    @Label("Slow Time")
    @Description("Total time of these")
    @Timespan
    long slowTime;

    @Label("Loop Utilisation")
    @Description("Utilisation of the loops of the engine that it comes from; negative where there are none")
    @Percentage
    double utilisation;

    @Label("Event Queue Wait")
    @Description("Average time that an event there was ready before it was handled; negative where there are no loops")
    @Timespan
    long eventQueueWait;

    /** Returns an event that starts now. */
    static DecisionEvent of(ShiftDecision decision) {
        DecisionEvent event = new DecisionEvent();
        event.begin();
        if (event.isEnabled()) {
            ConnectionSignals seen = decision.signals();
            event.connection = seen.connection();
            event.from = decision.from();
            event.to = decision.target();
            event.why = decision.why();
            event.alternative = decision.alternative();
            event.expected = decision.expected();
            event.window = seen.windowMillis();
            event.callbacks = seen.callbacks();
            event.bytesPerCallback = seen.bytesPerCallback();
            event.slow = seen.slow();
            event.slowTime = seen.slowNanos();
            event.utilisation = seen.utilisation();
            event.eventQueueWait = seen.queueNanos();
        }
        return event;
    }
}
