package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The floor and the capacity of a row, by arithmetic: the waits of its calls, one after another or side by side, and the pools whose places a request
 * holds meanwhile. Processor time is not in them, so the true capacity is lower.
 *
 * <pre>
 *   places of the gateway       a request, from its arrival to its answer
 *   threads of requests         a request, if its style blocks a pooled thread
 *   threads of calls            each call for its own wait, if calls run on a pool
 *   connections to services     each call for its own wait
 * </pre>
 */
final class GatewayBounds {
    /** Rows that make calls which wait for others level by level; they are the same as others where no call waits for another. */
    private static final Set<String> BY_LEVEL = Set.of("executor", "structured");

    /** How the calls of a row follow each other, and which pools of threads they hold. */
    private enum Calls {
        /** Nothing is limited. */
        IDEAL,
        /** One call after another on a pooled thread. */
        IN_TURN_POOLED,
        /** One call after another on a virtual thread. */
        IN_TURN_VIRTUAL,
        /** Side by side on a pool of threads, for which a pooled thread waits. */
        BESIDE_POOLED,
        /** Side by side, on no pool of threads. */
        BESIDE;

        private boolean inTurn() {
            return this == IN_TURN_POOLED || this == IN_TURN_VIRTUAL;
        }
    }

    /** Rows that are not named here wait on no pool of threads. */
    private static final Map<String, Calls> ROWS = Map.of(
            "ideal", Calls.IDEAL,
            "sequential", Calls.IN_TURN_POOLED,
            "sequential-virtual", Calls.IN_TURN_VIRTUAL,
            "executor", Calls.BESIDE_POOLED,
            "completable-future", Calls.BESIDE_POOLED,
            "disruptor", Calls.BESIDE_POOLED,
            "actors", Calls.BESIDE_POOLED);

    private GatewayBounds() {}

    /** Returns the bound of a row in a cell; empty if its services do not wait. */
    static Optional<ArmBound> of(Cell cell, String row) {
        MeanWaits waits = MeanWaits.of(cell);
        if (!(waits.together() > 0)) {
            return Optional.empty();
        }
        Calls calls = ROWS.getOrDefault(row, Calls.BESIDE);
        double floor = calls.inTurn() ? waits.together() : BY_LEVEL.contains(row) ? waits.levels() : waits.chain();
        String waiting = calls.inTurn()
                ? "the services' mean waits together"
                : waits.flat()
                        ? "the slowest service's mean wait"
                        : BY_LEVEL.contains(row)
                                ? "the slowest mean wait of each level, together"
                                : "the mean waits of the chain of calls that takes longest";
        return Optional.of(HeldPool.bound(cell, floor, waiting, pools(cell, calls, waits.together(), floor)));
    }

    /** Returns whether each call of a row holds a thread of a pool while its service waits. */
    static boolean callsHoldThreads(String row) {
        return ROWS.get(row) == Calls.BESIDE_POOLED;
    }

    private static List<HeldPool> pools(Cell cell, Calls calls, double sum, double floor) {
        if (calls == Calls.IDEAL) {
            return List.of();
        }
        int threads = limit(cell, "threads");
        List<HeldPool> pools = new ArrayList<>();
        pools.add(new HeldPool("places", threads + limit(cell, "queue"), floor));
        pools.add(new HeldPool("connections to the services", limit(cell, "connections"), sum));
        if (calls == Calls.IN_TURN_POOLED || calls == Calls.BESIDE_POOLED) {
            pools.add(new HeldPool("threads of requests", threads, floor));
        }
        if (calls == Calls.BESIDE_POOLED) {
            pools.add(new HeldPool("threads of calls", threads, sum));
        }
        return pools;
    }

    private static int limit(Cell cell, String name) {
        String set = cell.server().get(name);
        return set == null ? GatewayMain.limit(name) : Integer.parseInt(set);
    }
}
