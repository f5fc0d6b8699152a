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

/** The {@link EngineStats} of each running engine in a flight recording, every second. */
@Name("gearbox.EngineStatistics")
@Label("Engine Statistics")
@Category("Gearbox")
@Description("What an engine has counted since it started; its loops' utilisation is that since the last such event")
@Period("1 s")
@StackTrace(false)
public final class EngineStatisticsEvent extends Event {
    @Label("Engine")
    final String engine;

    @Label("Part Of")
    @Description("The engine that this one is a part of, and in whose figures its own are contained")
    final @Nullable String partOf;

    @Label("Connections")
    @Description("Open now")
    final int connections;

    @Label("Parked")
    @Description("Of the connections, those that sleep here and belong to another engine when they wake")
    final int parked;

    @Label("Waiting")
    @Description("Accepted, but still without a thread to serve them")
    final int waiting;

    @Label("Accepted")
    @Description("Connections that came in")
    final long accepted;

    @Label("Connected")
    @Description("Connections that the engine opened")
    final long connected;

    @Label("Accept Failures")
    @Description("Accepts that the system refused: no descriptors left")
    final long acceptFailures;

    @Label("Accept Time")
    @Description("Inside accept calls; where these block, the wait for a client to come is part of it")
    @Timespan
    final long acceptTime;

    @Label("Queue Wait")
    @Description("Of all connections together, from when the system had them until their sessions were opened")
    @Timespan
    final long queueWait;

    @Label("Bytes Read")
    @DataAmount
    final long bytesRead;

    @Label("Bytes Written")
    @DataAmount
    final long bytesWritten;

    @Label("Wake-ups")
    @Description("Times that another thread had to wake one of the engine's")
    final long wakeups;

    @Label("Moves")
    @Description("Times that a connection went from one of the engine's loops to another")
    final long moves;

    @Label("Shifts In")
    @Description("Connections that it took over from another engine")
    final long shiftsIn;

    @Label("Shifts Out")
    @Description("Connections that another engine took over from it")
    final long shiftsOut;

    @Label("Shifts Failed")
    @Description("Shifts that were asked for and after which it still had the connection")
    final long shiftsFailed;

    @Label("Shift Pause")
    @Description("Of all shifts in together: how long the connections were served by neither engine")
    @Timespan
    final long shiftPause;

    @Label("Blocked Loops")
    @Description("Times that one event kept a loop for longer than 100 ms, or than its watchdog allows")
    final long blockedLoops;

    @Label("Relieved Loops")
    @Description("How many of these ended by a fresh thread that went on with the loop")
    final long relievedLoops;

    @Label("Loop Events")
    @Description("What the engine's loops had to do: connections that were ready, rounds of tasks")
    final long loopEvents;

    @Label("Event Queue Wait")
    @Description("Of all loop events together: how long they had been ready when their turn came")
    @Timespan
    final long eventQueueWait;

    @Label("Loop Utilisation")
    @Description(
            "The share of time that the engine's loops worked since the last event; not a number where there are no loops")
    @Percentage
    final double loopUtilisation;

    @Label("Longest Turn")
    @Description("The longest time that one event kept a loop")
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
