package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What it costs a server to wait for the next message, in each of the ways that the engines have: its processor time for a round trip without reading and writing. The client
 * is on another processor and never sleeps: what it costs to wake a client depends on the client, which usually is another machine.
 */
final class WaitCosts {
    private static final int TRIPS = 500;
    private static final int CROWD = 32;
    private static final int PARTS = 5;
    private static final double NANOS = 1e9;

    private WaitCosts() {}

    static Map<UnitCost, Range> of(Duration time, Range read, Range write) throws Exception {
        Duration part = time.dividedBy(PARTS);
        Range message = read.plus(write);
        Map<UnitCost, Range> costs = new EnumMap<>(UnitCost.class);
        List<Double> trips = new ArrayList<>();
        Range alone = platform(EchoThreads.Wait.BLOCK, 1, part, trips);
        // Each message wakes another thread, whose stack and state have left the processor's caches.
        Range crowded = platform(EchoThreads.Wait.BLOCK, CROWD, part, new ArrayList<>());
        costs.put(UnitCost.BLOCK, CostSample.without(aloneOrCrowded(alone, crowded), message));
        Range trip =
                CostSample.range(trips.stream().mapToDouble(Double::doubleValue).toArray());
        costs.put(UnitCost.WAKE_UP, CostSample.without(trip, message.plus(message)));
        costs.put(
                UnitCost.SELECT,
                CostSample.without(platform(EchoThreads.Wait.SELECT, 1, part, new ArrayList<>()), message));
        // Virtual threads share their pollers: the more of them are woken at a time, the less each pays.
        costs.put(
                UnitCost.VIRTUAL_MOUNT,
                CostSample.without(aloneOrCrowded(virtual(1, part), virtual(CROWD, part)), message));
        return costs;
    }

    private static Range aloneOrCrowded(Range alone, Range crowded) {
        return ThreadPlace.between(crowded, alone, Math.sqrt(crowded.value() * alone.value()));
    }

    /** @param trips receives the time of each round trip over all connections, in seconds */
    private static Range platform(EchoThreads.Wait wait, int connections, Duration time, List<Double> trips)
            throws Exception {
        EchoThreads echo = new EchoThreads(wait, connections);
        Affinity.client();
        try {
            int rounds = Math.ceilDiv(TRIPS, connections);
            double[] costs = CostSample.of(time, () -> {
                long begin = System.nanoTime();
                long before = echo.processorTime();
                for (int i = 0; i < rounds; i++) {
                    echo.roundTrip();
                }
                trips.add((System.nanoTime() - begin) / NANOS / rounds);
                return (echo.processorTime() - before) / NANOS / rounds / connections;
            });
            trips.subList(0, trips.size() - costs.length).clear();
            return CostSample.range(costs);
        } finally {
            Affinity.any();
            echo.end();
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
