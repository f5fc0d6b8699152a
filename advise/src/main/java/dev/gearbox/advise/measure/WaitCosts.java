package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What it costs a server to wait for the next message, in each of the ways that the engines have: its processor time for a round trip without reading and writing. The client
 * is on another processor and never sleeps: what it costs to wake a client depends on the client, which usually is another machine. It pauses before each message, because a server
 * that is asked again at once has hardly begun to sleep.
 */
final class WaitCosts {
    private static final int TRIPS = 500;
    private static final int CROWD = 32;
    private static final int PARTS = 5;
    private static final double NANOS = 1e9;

    /** Between the messages to a server that is neither busy all the time nor idle for long. */
    private static final double BRISK = 50e-6;

    /** So few, because each takes ten milliseconds. */
    private static final int IDLE_TRIPS = 5;

    private WaitCosts() {}

    /**
     * What was measured of one way to wait.
     *
     * @param cpu of a round trip, in seconds
     * @param batches the time of each round trip by batches, in seconds
     */
    private record Waiting(Range cpu, List<double[]> batches) {
        /** The time of a round trip: the interval of a batch's mean. */
        Range trip() {
            return CostSample.range(batches.stream()
                    .mapToDouble(batch -> Arrays.stream(batch).average().orElse(0))
                    .toArray());
        }

        /** What two, one and a tenth of a hundred round trips exceed, beyond the median. */
        Range tail() {
            double[] sorted =
                    batches.stream().flatMapToDouble(Arrays::stream).sorted().toArray();
            double median = CostSample.quantile(sorted, 0.5);
            return new Range(
                    CostSample.quantile(sorted, 0.98) - median,
                    CostSample.quantile(sorted, 0.99) - median,
                    CostSample.quantile(sorted, 0.999) - median);
        }
    }

    static Map<UnitCost, Range> of(Duration time, Range read, Range write) throws Exception {
        Duration part = time.dividedBy(PARTS);
        Range message = read.plus(write);
        Map<UnitCost, Range> costs = new EnumMap<>(UnitCost.class);
        Waiting alone = platform(EchoThreads.Wait.BLOCK, 1, part, BRISK, TRIPS);
        // Each message wakes another thread, whose stack and state have left the processor's caches.
        Waiting crowded = platform(EchoThreads.Wait.BLOCK, CROWD, part, BRISK, TRIPS);
        costs.put(UnitCost.BLOCK, CostSample.without(oneOrOther(alone.cpu(), crowded.cpu()), message));
        costs.put(UnitCost.WAKE_UP, CostSample.without(alone.trip(), message.plus(message)));
        costs.put(
                UnitCost.SELECT,
                CostSample.without(
                        platform(EchoThreads.Wait.SELECT, 1, part, BRISK, TRIPS).cpu(), message));
        // Virtual threads share their pollers: the more of them are woken at a time, the less each pays.
        costs.put(
                UnitCost.VIRTUAL_MOUNT,
                CostSample.without(oneOrOther(virtual(1, part), virtual(CROWD, part)), message));
        return costs;
    }

    /** What it costs more if the core was idle for longer, and how long some messages take in either case. */
    static Map<UnitCost, Range> idle(Duration time) throws Exception {
        Duration quarter = time.dividedBy(4);
        Waiting brisk = platform(EchoThreads.Wait.SELECT, 1, quarter, BRISK, TRIPS);
        Waiting idle = platform(EchoThreads.Wait.SELECT, 1, quarter.multipliedBy(3), UnitCost.IDLE_SECONDS, IDLE_TRIPS);
        return Map.of(
                UnitCost.IDLE_CORE,
                CostSample.without(idle.cpu(), brisk.cpu()),
                UnitCost.IDLE_DELAY,
                CostSample.without(idle.trip(), brisk.trip()),
                UnitCost.TAIL_DELAY,
                oneOrOther(brisk.tail(), idle.tail()));
    }

    /** Either may be the case: the interval spans both. */
    private static Range oneOrOther(Range one, Range other) {
        return ThreadPlace.between(one, other, Math.sqrt(one.value() * other.value()));
    }

    /**
     * Measures round trips over all connections.
     *
     * @param pause before each, in seconds
     * @param messages in a batch
     */
    private static Waiting platform(EchoThreads.Wait wait, int connections, Duration time, double pause, int messages)
            throws Exception {
        EchoThreads echo = new EchoThreads(wait, connections);
        Affinity.client();
        try {
            int rounds = Math.ceilDiv(messages, connections);
            List<double[]> batches = new ArrayList<>();
            double[] costs = CostSample.of(time, () -> {
                double[] trips = new double[rounds];
                long before = echo.processorTime();
                for (int i = 0; i < rounds; i++) {
                    spin(pause);
                    long begin = System.nanoTime();
                    echo.roundTrip();
                    trips[i] = (System.nanoTime() - begin) / NANOS;
                }
                batches.add(trips);
                return (echo.processorTime() - before) / NANOS / rounds / connections;
            });
            // The batches of the warm-up come first.
            return new Waiting(CostSample.range(costs), batches.subList(batches.size() - costs.length, batches.size()));
        } finally {
            Affinity.any();
            echo.end();
        }
    }

    /** Pauses without giving up the processor, whose wake-up would be part of the next round trip. */
    private static void spin(double seconds) {
        long end = System.nanoTime() + (long) (seconds * NANOS);
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    private static Range virtual(int connections, Duration time) throws Exception {
        EchoThreads echo = new EchoThreads(EchoThreads.Wait.VIRTUAL, connections);
        // The scheduler's threads have to exist before: they would inherit the client's processor.
        echo.roundTrip();
        Affinity.client();
        try {
            int trips = 4 * TRIPS / connections;
            return CostSample.range(CostSample.of(time, () -> {
                long before = Clocks.process() - Clocks.mine();
                for (int i = 0; i < trips; i++) {
                    spin(BRISK);
                    echo.roundTrip();
                }
                return (Clocks.process() - Clocks.mine() - before) / NANOS / trips / connections;
            }));
        } finally {
            Affinity.any();
            echo.end();
        }
    }
}
