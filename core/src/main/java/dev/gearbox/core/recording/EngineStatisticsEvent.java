package dev.gearbox.core.recording;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Percentage;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;
import org.jspecify.annotations.Nullable;

/** Records the {@link EngineStats} of each running engine in flight recordings, every second. */
@Name("gearbox.EngineStatistics")
@Label("Engine Statistics")
@Category("Gearbox")
@Description(
        "The counters of an engine since it started; the utilisation of its loops is measured since the last event")
@Period("1 s")
@StackTrace(false)
public final class EngineStatisticsEvent extends Event {
    @Label("Engine")
    final String engine;

    @Label("Part Of")
    @Description("The engine that contains this one and whose figures include those of this one")
    final @Nullable String partOf;

    @Label("Connections")
    @Description("Open now")
    final int connections;

    @Label("Parked")
    @Description("Open connections that are parked here and return to another engine when they become active")
    final int parked;

    @Label("Waiting")
    @Description("Accepted connections that wait for a thread")
    final int waiting;

    @Label("Accepted")
    @Description("Connections accepted by listeners")
    final long accepted;

    @Label("Connected")
    @Description("Connections opened by the engine")
    final long connected;

    @Label("Accept Failures")
    @Description("Accept calls that failed because no file descriptors were left")
    final long acceptFailures;

    @Label("Accept Time")
    @Description("Time in accept calls; if these block, it includes the wait for a client")
    @Timespan
    final long acceptTime;

    @Label("Queue Wait")
    @Description("Time from accept or connect until a thread opened the session, summed over all connections")
    @Timespan
    final long queueWait;

    @Label("Bytes Read")
    @Description("Bytes read from sockets")
    @DataAmount
    final long bytesRead;

    @Label("Bytes Written")
    @Description("Bytes written to sockets")
    @DataAmount
    final long bytesWritten;

    @Label("Wake-ups")
    @Description("Wake-ups of the engine's threads by other threads")
    final long wakeups;

    @Label("Moves")
    @Description("Moves of a connection from one of the engine's loops to another")
    final long moves;

    @Label("Shifts In")
    @Description("Shifts of live connections to this engine")
    final long shiftsIn;

    @Label("Shifts Out")
    @Description("Shifts of live connections from this engine")
    final long shiftsOut;

    @Label("Shifts Failed")
    @Description("Shifts of live connections from this engine that failed, so that it kept them")
    final long shiftsFailed;

    @Label("Shift Pause")
    @Description(
            "Time during which connections shifted from another engine were served by neither, summed over all shifts")
    @Timespan
    final long shiftPause;

    @Label("Blocked Loops")
    @Description("Events that occupied a loop for longer than 100 ms, or than its watchdog allows")
    final long blockedLoops;

    @Label("Relieved Loops")
    @Description("Stalls that ended because a new thread took over the loop")
    final long relievedLoops;

    @Label("Stuck Callbacks")
    @Description("Callbacks that had not returned for a second and blocked others")
    final long stuckCallbacks;

    @Label("Closed")
    @Description("Connections closed for any cause; failures have events of their own")
    final long closed;

    @Label("Loop Events")
    @Description("Events handled by the loops: ready connections, rounds of tasks")
    final long loopEvents;

    @Label("Event Queue Wait")
    @Description("Time from readiness of an event until its loop handled it, summed over all events")
    @Timespan
    final long eventQueueWait;

    @Label("Loop Utilisation")
    @Description("Share of time that the loops were busy since the last event; NaN without loops")
    @Percentage
    final double loopUtilisation;

    @Label("Longest Turn")
    @Description("Longest time that one event occupied a loop since the engine started")
    @Timespan
    final long longestTurn;

    EngineStatisticsEvent(Engine engine, @Nullable Engine whole, EngineStats now, EngineStats before) {
        this.engine = engine.toString();
        partOf = whole == null ? null : whole.toString();
        connections = now.connections();
        parked = now.parked();
        waiting = now.waiting();
        accepted = now.accepted();
        connected = now.connected();
        acceptFailures = now.acceptFailures();
        acceptTime = now.acceptNanos();
        queueWait = now.queueNanos();
        bytesRead = now.bytesRead();
        bytesWritten = now.bytesWritten();
        wakeups = now.wakeups();
        moves = now.moves();
        shiftsIn = now.shiftsIn();
        shiftsOut = now.shiftsOut();
        shiftsFailed = now.shiftsFailed();
        shiftPause = now.shiftNanos();
        blockedLoops = now.blockedLoops();
        relievedLoops = now.relievedLoops();
        stuckCallbacks = now.stuckCallbacks();
        closed = now.closedInAll();
        loopEvents = now.events();
        eventQueueWait = now.eventQueueNanos();
        loopUtilisation = now.loopUtilisationSince(before);
        longestTurn = now.longestCallbackNanos();
    }
}
