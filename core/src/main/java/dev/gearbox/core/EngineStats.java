package dev.gearbox.core;

/**
 * What an engine has counted since it started. Sums over all its threads; read while they go on counting, so figures may be a moment apart.
 *
 * @param connections open now
 * @param parked of those, the ones that sleep here and belong to another engine when they wake
 * @param waiting accepted, but still without a thread to serve them (bounded pools)
 * @param accepted connections that came in
 * @param connected connections that it opened
 * @param acceptFailures accepts that the system refused (no descriptors left); each was followed by a pause
 * @param acceptNanos time inside accept calls. Where accept blocks this includes the wait for a client to come: divided by {@code accepted} it
 *     is not the cost of accepting
 * @param queueNanos time from an accept's return to the opening of the session
 * @param bytesRead from sockets
 * @param bytesWritten to sockets
 * @param wakeups times that another thread had to wake one of the engine's
 * @param moves times that a connection went from one of its loops to another
 * @param shiftsIn connections that it took over from another engine
 * @param shiftsOut connections that another engine took over from it
 * @param shiftsFailed shifts that were asked for and after which it still had the connection
 * @param shiftNanos time that the connections of {@code shiftsIn} were served by neither engine on their way
 * @param busyNanos time its loops spent working; 0 where there are no loops
 * @param waitNanos time its loops spent waiting for events; 0 where there are no loops
 * @param longestCallbackNanos the longest time that one event kept a loop; 0 where there are no loops
 * @param events what its loops had to do: connections that were ready, rounds of tasks; 0 where there are no loops
 * @param eventQueueNanos how long events had been ready, all together, when their turn came: what those before them in the same round took
 * @param blockedLoops times that one event kept a loop, and all that wait for it, for longer than 100 ms, or than its watchdog allows
 * @param relievedLoops how many of these ended by a fresh thread that went on with the loop
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
        long relievedLoops) {
    /** Nothing at all. */
    public static final EngineStats NONE =
            new EngineStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    /** Both together: of several engines that are one. */
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
                relievedLoops + other.relievedLoops);
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
                relievedLoops);
    }

    /** The share of time that its loops worked, 0 to 1; NaN where there are no loops. */
    public double loopUtilisation() {
        return busyNanos + waitNanos == 0 ? Double.NaN : (double) busyNanos / (busyNanos + waitNanos);
    }

    /** As {@link #loopUtilisation}, of the time since the same engine had counted {@code earlier}; NaN too if no time has passed. */
    public double loopUtilisationSince(EngineStats earlier) {
        long busy = busyNanos - earlier.busyNanos;
        long all = busy + waitNanos - earlier.waitNanos;
        return all == 0 ? Double.NaN : (double) busy / all;
    }
}
