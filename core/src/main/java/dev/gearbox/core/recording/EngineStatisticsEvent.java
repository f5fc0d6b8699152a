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
        "What an engine has counted since it started; the utilisation of its loops is measured since the last such event")
@Period("1 s")
@StackTrace(false)
public final class EngineStatisticsEvent extends Event {
    @Label("Engine")
    final String engine;

    @Label("Part Of")
    @Description("The engine that this one is a part of, whose figures include its own")
    final @Nullable String partOf;

    @Label("Connections")
    @Description("Open now")
    final int connections;

    @Label("Parked")
    @Description("Of the connections, those that are parked here and return to another engine when they become active")
    final int parked;

    @Label("Waiting")
    @Description("Accepted, but still without a thread to serve them")
    final int waiting;

    @Label("Accepted")
    @Description("Connections that the engine accepted")
    final long accepted;

    @Label("Connected")
    @Description("Connections that the engine opened")
    final long connected;

    @Label("Accept Failures")
    @Description("Accepts that the system refused: no descriptors left")
    final long acceptFailures;

    @Label("Accept Time")
    @Description("Time inside accept calls; where these block, it includes the wait for a client")
    @Timespan
    final long acceptTime;

    @Label("Queue Wait")
    @Description(
            "Sum over all connections of the time from when the system had accepted them until their sessions were opened")
    @Timespan
    final long queueWait;

    @Label("Bytes Read")
    @DataAmount
    final long bytesRead;

    @Label("Bytes Written")
    @DataAmount
    final long bytesWritten;

    @Label("Wake-ups")
    @Description("Times that another thread had to wake one of the engine's threads")
    final long wakeups;

    @Label("Moves")
    @Description("Times that a connection was moved from one of the engine's loops to another")
    final long moves;

    @Label("Shifts In")
    @Description("Connections that it took over from another engine")
    final long shiftsIn;

    @Label("Shifts Out")
    @Description("Connections that another engine took over from it")
    final long shiftsOut;

    @Label("Shifts Failed")
    @Description("Shifts that were requested and failed, so that this engine kept the connection")
    final long shiftsFailed;

    @Label("Shift Pause")
    @Description("Sum over all shifts in of the time in which the connections were served by neither engine")
    @Timespan
    final long shiftPause;

    @Label("Blocked Loops")
    @Description("Times that one event blocked a loop for longer than 100 ms, or than its watchdog allows")
    final long blockedLoops;

    @Label("Relieved Loops")
    @Description("How many of these ended when a new thread took over the loop")
    final long relievedLoops;

    @Label("Loop Events")
    @Description("Events that the engine's loops handled: ready connections, rounds of tasks")
    final long loopEvents;

    @Label("Event Queue Wait")
    @Description("Sum over all loop events of the time that they had been ready before they were handled")
    @Timespan
    final long eventQueueWait;

    @Label("Loop Utilisation")
    @Description("Fraction of time that the engine's loops worked since the last event; NaN where there are no loops")
    @Percentage
    final double loopUtilisation;

    @Label("Longest Turn")
    @Description("The longest time that one event occupied a loop")
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
        loopEvents = now.events();
        eventQueueWait = now.eventQueueNanos();
        loopUtilisation = now.loopUtilisationSince(before);
        longestTurn = now.longestCallbackNanos();
    }
}
