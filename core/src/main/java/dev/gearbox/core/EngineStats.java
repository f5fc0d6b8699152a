package dev.gearbox.core;

import java.util.EnumMap;
import java.util.Map;

/**
 * What an engine has counted since it started: sums over all its threads. They are read while the threads go on counting, so the figures may not be of the same
 * instant.
 *
 * @param connections open now
 * @param parked of those, the ones that are parked here and return to another engine when they become active
 * @param waiting accepted, but still without a thread to serve them (bounded pools)
 * @param accepted connections that were accepted
 * @param connected connections that were opened
 * @param acceptFailures accepts that the system refused (no descriptors left); each was followed by a pause
 * @param acceptNanos time inside accept calls. Where accept blocks, this includes the wait for a client, so that divided by {@code accepted} it is not the cost
 *     of accepting
 * @param queueNanos time from an accept's return to the opening of the session
 * @param bytesRead from sockets
 * @param bytesWritten to sockets
 * @param wakeups times that another thread had to wake one of the engine's threads
 * @param moves times that a connection was moved from one of its loops to another
 * @param shiftsIn connections that it took over from another engine
 * @param shiftsOut connections that another engine took over from it
 * @param shiftsFailed shifts that were requested and failed, so that this engine kept the connection
 * @param shiftNanos time in which the connections of {@code shiftsIn} were in transit and served by neither engine
 * @param busyNanos time its loops spent working; 0 where there are no loops
 * @param waitNanos time its loops spent waiting for events; 0 where there are no loops
 * @param longestCallbackNanos the longest time that one event occupied a loop; 0 where there are no loops
 * @param events events that its loops handled: ready connections, rounds of tasks; 0 where there are no loops
 * @param eventQueueNanos total time that events had been ready before they were handled: the time that earlier events of the same round took
 * @param blockedLoops times that one event blocked a loop for longer than 100 ms, or than its watchdog allows
 * @param relievedLoops how many of these ended when a new thread took over the loop
 * @param stuckCallbacks callbacks that had not returned for a second and blocked others; each is counted while it runs, and once
 * @param closed connections that were closed here, by cause; causes that did not occur may be missing
 */
public record EngineStats(
        int connections,
        int parked,
        int waiting,
        long accepted,
        long connected,
        long acceptFailures,
        long acceptNanos,
        long queueNanos,
        long bytesRead,
        long bytesWritten,
        long wakeups,
        long moves,
        long shiftsIn,
        long shiftsOut,
        long shiftsFailed,
        long shiftNanos,
        long busyNanos,
        long waitNanos,
        long longestCallbackNanos,
        long events,
        long eventQueueNanos,
        long blockedLoops,
        long relievedLoops,
        long stuckCallbacks,
        Map<CloseCause, Long> closed) {
    /** All counters zero. */
    public static final EngineStats NONE =
            new EngineStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, Map.of());

    public EngineStats {
        closed = Map.copyOf(closed);
    }

    /** Returns how many connections were closed here for this cause. */
    public long closed(CloseCause cause) {
        return closed.getOrDefault(cause, 0L);
    }

    /** Returns how many connections were closed here. */
    public long closedInAll() {
        return closed.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Returns the sum of both: for several engines that act as one. */
    public EngineStats plus(EngineStats other) {
        return new EngineStats(
                connections + other.connections,
                parked + other.parked,
                waiting + other.waiting,
                accepted + other.accepted,
                connected + other.connected,
                acceptFailures + other.acceptFailures,
                acceptNanos + other.acceptNanos,
                queueNanos + other.queueNanos,
                bytesRead + other.bytesRead,
                bytesWritten + other.bytesWritten,
                wakeups + other.wakeups,
                moves + other.moves,
                shiftsIn + other.shiftsIn,
                shiftsOut + other.shiftsOut,
                shiftsFailed + other.shiftsFailed,
                shiftNanos + other.shiftNanos,
                busyNanos + other.busyNanos,
                waitNanos + other.waitNanos,
                Math.max(longestCallbackNanos, other.longestCallbackNanos),
                events + other.events,
                eventQueueNanos + other.eventQueueNanos,
                blockedLoops + other.blockedLoops,
                relievedLoops + other.relievedLoops,
                stuckCallbacks + other.stuckCallbacks,
                sum(closed, other.closed));
    }

    private static Map<CloseCause, Long> sum(Map<CloseCause, Long> some, Map<CloseCause, Long> others) {
        Map<CloseCause, Long> sum = new EnumMap<>(CloseCause.class);
        sum.putAll(some);
        others.forEach((cause, count) -> sum.merge(cause, count, Long::sum));
        return sum;
    }

    public EngineStats withConnections(int number) {
        return new EngineStats(
                number,
                parked,
                waiting,
                accepted,
                connected,
                acceptFailures,
                acceptNanos,
                queueNanos,
                bytesRead,
                bytesWritten,
                wakeups,
                moves,
                shiftsIn,
                shiftsOut,
                shiftsFailed,
                shiftNanos,
                busyNanos,
                waitNanos,
                longestCallbackNanos,
                events,
                eventQueueNanos,
                blockedLoops,
                relievedLoops,
                stuckCallbacks,
                closed);
    }

    /** Returns the fraction of time that its loops worked, 0 to 1; NaN where there are no loops. */
    public double loopUtilisation() {
        return busyNanos + waitNanos == 0 ? Double.NaN : (double) busyNanos / (busyNanos + waitNanos);
    }

    /** Returns {@link #loopUtilisation} of the time since the same engine had counted {@code earlier}; NaN also if no time has passed. */
    public double loopUtilisationSince(EngineStats earlier) {
        long busy = busyNanos - earlier.busyNanos;
        long all = busy + waitNanos - earlier.waitNanos;
        return all == 0 ? Double.NaN : (double) busy / all;
    }
}
