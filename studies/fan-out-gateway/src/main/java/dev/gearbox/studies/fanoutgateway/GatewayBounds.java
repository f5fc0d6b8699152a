package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.origin.Delay;
import dev.gearbox.studies.fanoutgateway.launch.GatewayMain;
import dev.gearbox.theory.BoundedPool;
import dev.gearbox.theory.ClosedLoop;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

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
    private static final List<String> CALLED = List.of("posts", "comments", "albums", "photos");

    /** How the four calls of a row follow each other, and which pools of threads they hold. */
    private enum Shape {
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
    private static final Map<String, Shape> SHAPES = Map.of(
            "ideal", Shape.IDEAL,
            "sequential", Shape.IN_TURN_POOLED,
            "sequential-virtual", Shape.IN_TURN_VIRTUAL,
            "executor", Shape.BESIDE_POOLED,
            "completable-future", Shape.BESIDE_POOLED,
            "disruptor", Shape.BESIDE_POOLED,
            "actors", Shape.BESIDE_POOLED);

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
        Map<String, String> services =
                cell.instrument().map(instrument -> instrument.options()).orElse(Map.of());
        double[] waits = services.entrySet().stream()
                .filter(option -> CALLED.contains(option.getKey()))
                .mapToDouble(option -> meanSeconds(Delay.parse(option.getValue())))
                .toArray();
        double sum = Arrays.stream(waits).sum();
        double longest = Arrays.stream(waits).max().orElse(0);
        if (!(sum > 0)) {
            return Optional.empty();
        }
        Shape shape = SHAPES.getOrDefault(row, Shape.BESIDE);
        double floor = shape.inTurn() ? sum : longest;
        String waiting = shape.inTurn() ? "the services' mean waits together" : "the slowest service's mean wait";
        Optional<Pool> tightest =
                pools(cell, shape, sum, floor).stream().min(Comparator.comparingDouble(Pool::capacity));
        return Optional.of(tightest.map(pool -> new ArmBound(
                        floor * 1e3,
                        pool.capacity(),
                        waiting + "; " + pool.words(),
                        asked(cell.arrivals(), floor) > pool.capacity() * (1 + 1e-9)))
                .orElseGet(() -> new ArmBound(floor * 1e3, null, waiting, false)));
    }

    private static List<Pool> pools(Cell cell, Shape shape, double sum, double floor) {
        if (shape == Shape.IDEAL) {
            return List.of();
        }
        int threads = limit(cell, "threads");
        List<Pool> pools = new ArrayList<>();
        pools.add(new Pool("places", threads + limit(cell, "queue"), floor));
        pools.add(new Pool("connections to the services", limit(cell, "connections"), sum));
        if (shape == Shape.IN_TURN_POOLED || shape == Shape.BESIDE_POOLED) {
            pools.add(new Pool("threads of requests", threads, floor));
        }
        if (shape == Shape.BESIDE_POOLED) {
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
        };
    }

    private static double meanSeconds(Delay delay) {
        return switch (delay) {
            case Delay.Constant(var time) -> time.toNanos() / 1e9;
            case Delay.Uniform(var least, var most) -> (least.toNanos() + most.toNanos()) / 2e9;
            case Delay.Exponential(var mean) -> mean.toNanos() / 1e9;
            case Delay.LogNormal(var median, double sigma) -> median.toNanos() / 1e9 * Math.exp(sigma * sigma / 2);
            case Delay.Bimodal(var usual, var other, double share) ->
                (usual.toNanos() * (1 - share) + other.toNanos() * share) / 1e9;
        };
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.0f", seconds * 1e3);
    }
}
