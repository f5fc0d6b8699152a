package dev.gearbox.theory.simulate;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** The connections of an open loop that have requests: each answers them in order, so a later request waits for the answer to the one before. */
final class ConnectionOrder {
    /** By connection, those that wait. */
    private final Map<Integer, Queue<SimulatedRequest>> waiting = new HashMap<>();
    /** Stays empty: most requests are the only one of their connection. */
    private final Queue<SimulatedRequest> none = new ArrayDeque<>();

    /** Returns whether the request that arrives has to wait; {@link #answered} returns it later. */
    boolean waits(SimulatedRequest request) {
        Queue<SimulatedRequest> before = waiting.putIfAbsent(request.origin, none);
        if (before == null) {
            return false;
        }
        Queue<SimulatedRequest> own = before.isEmpty() ? new ArrayDeque<>() : before;
        own.add(request);
        waiting.put(request.origin, own);
        return true;
    }

    /** Returns the next request of the connection that has answered this one; null if none waits. */
    @Nullable
    SimulatedRequest answered(SimulatedRequest request) {
        SimulatedRequest next = waiting.getOrDefault(request.origin, none).poll();
        if (next == null) {
            waiting.remove(request.origin);
        }
        return next;
    }
}
