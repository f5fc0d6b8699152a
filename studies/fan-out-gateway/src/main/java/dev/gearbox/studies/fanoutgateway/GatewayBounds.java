package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.theory.BoundedPool;
import dev.gearbox.theory.ClosedLoop;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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

    private record Pool(String what, int size, double heldSeconds) {
        double capacity() {
            return new BoundedPool(size, heldSeconds).highestRate();
        }

        String words() {
            return size + " " + what + ", held for " + millis(heldSeconds) + " ms by a request";
        }
    }

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
        Optional<Pool> tightest =
                pools(cell, calls, waits.together(), floor).stream().min(Comparator.comparingDouble(Pool::capacity));
        return Optional.of(tightest.map(pool -> new ArmBound(
                        floor * 1e3,
                        pool.capacity(),
                        waiting + "; " + pool.words(),
                        asked(cell.arrivals(), floor) > pool.capacity() * (1 + 1e-9)))
                .orElseGet(() -> new ArmBound(floor * 1e3, null, waiting, false)));
    }

    private static List<Pool> pools(Cell cell, Calls calls, double sum, double floor) {
        if (calls == Calls.IDEAL) {
            return List.of();
        }
        int threads = limit(cell, "threads");
        List<Pool> pools = new ArrayList<>();
        pools.add(new Pool("places", threads + limit(cell, "queue"), floor));
        pools.add(new Pool("connections to the services", limit(cell, "connections"), sum));
        if (calls == Calls.IN_TURN_POOLED || calls == Calls.BESIDE_POOLED) {
            pools.add(new Pool("threads of requests", threads, floor));
        }
        if (calls == Calls.BESIDE_POOLED) {
            pools.add(new Pool("threads of calls", threads, sum));
        }
        return pools;
    }

    private static int limit(Cell cell, String name) {
        String set = cell.server().get(name);
        return set == null ? GatewayMain.limit(name) : Integer.parseInt(set);
    }

    /** Returns the requests per second that the load asks for; in a closed loop those that its users would make of a gateway at its floor. */
    private static double asked(Arrivals arrivals, double floor) {
        return switch (arrivals) {
            case Arrivals.Closed(int users) -> new ClosedLoop(users, 0).rate(floor);
            case Arrivals.Constant(double perSecond, int _, double _) -> perSecond;
            case Arrivals.Poisson(double perSecond, int _, double _) -> perSecond;
            case Arrivals.Bursts(double perSecond, int _, int _) -> perSecond;
        };
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.0f", seconds * 1e3);
    }
}
