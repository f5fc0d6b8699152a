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

/** A {@link ShiftDecision} in a flight recording, from when it was made until it was known what came of it. */
@Name("gearbox.Decision")
@Label("Decision")
@Category("Gearbox")
@Description("An engine that chooses shifts a connection: what it saw, what else it considered, what it expects")
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
    @Description("What else was considered, and why it is not done")
    String alternative = "";

    @Label("Expected")
    @Description("What is expected to come of it")
    String expected = "";

    @Label("Refusal")
    @Description("Why the connection stays where it was, if it does")
    @Nullable
    String refusal;

    @Label("Window")
    @Description("How long the connection was looked at")
    @Timespan(Timespan.MILLISECONDS)
    long window;

    @Label("Callbacks")
    @Description("Of the connection's session in the window")
    long callbacks;

    @Label("Bytes for Each Callback")
    long bytesPerCallback;

    @Label("Slow Callbacks")
    @Description("Longer than a millisecond, of those that were timed")
    long slow;

    @Label("Slow Time")
    @Description("How long these took, all together")
    @Timespan
    long slowTime;

    @Label("Loop Utilisation")
    @Description("How busy the loops of the engine were that it comes from; negative where there are none")
    @Percentage
    double utilisation;

    @Label("Event Queue Wait")
    @Description(
            "How long an event there was ready, on average, before its turn came; negative where there are no loops")
    @Timespan
    long eventQueueWait;

    /** One that begins now. */
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
