package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Cost;
import dev.gearbox.advise.calibration.Range;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * What it costs a server to wait for the next message, in each of the ways that the engines have: the processor time of a round trip without reading and writing. It contains
 * what the write pays for waking the client.
 */
final class WaitCosts {
    private static final int TRIPS = 500;
    private static final int CROWD = 32;
    private static final double NANOS = 1e9;

    private WaitCosts() {}

    static Map<Cost, Range> of(Duration time, Range read, Range write) throws Exception {
        Duration quarter = time.dividedBy(4);
        Range message = read.plus(write);
        List<Double> halves = new ArrayList<>();
        Range block = Sample.without(platform(EchoThreads.Wait.BLOCK, quarter, halves), message);
        Map<Cost, Range> costs = new EnumMap<>(Cost.class);
        costs.put(Cost.BLOCK, block);
        costs.put(Cost.WAKE_UP, Sample.without(
                Sample.range(halves.stream().mapToDouble(Double::doubleValue).toArray()), message));
        costs.put(
                Cost.SELECT, Sample.without(platform(EchoThreads.Wait.SELECT, quarter, new ArrayList<>()), message));
        costs.put(Cost.VIRTUAL_MOUNT, between(
                Sample.without(virtual(CROWD, quarter), message), Sample.without(virtual(1, quarter), message)));
        return costs;
    }

    /** Virtual threads share their pollers: the more of them are woken at a time, the less each pays. */
    private static Range between(Range crowded, Range alone) {
        double low = Math.min(crowded.low(), alone.low());
        double high = Math.max(crowded.high(), alone.high());
        return new Range(low, Math.clamp(Math.sqrt(crowded.value() * alone.value()), low, high), high);
    }

    /** @param halves receives half of the time of each round trip, in seconds */
    private static Range platform(EchoThreads.Wait wait, Duration time, List<Double> halves) throws Exception {
        EchoThreads echo = new EchoThreads(wait, 1);
        try {
            double[] costs = Sample.of(time, () -> {
                long begin = System.nanoTime();
                long before = echo.processorTime();
                for (int i = 0; i < TRIPS; i++) {
                    echo.roundTrip();
                }
                halves.add((System.nanoTime() - begin) / NANOS / TRIPS / 2);
                return (echo.processorTime() - before) / NANOS / TRIPS;
            });
            halves.subList(0, halves.size() - costs.length).clear();
            return Sample.range(costs);
        } finally {
            echo.end();
        }
    }

    private static Range virtual(int connections, Duration time) throws Exception {
        EchoThreads echo = new EchoThreads(EchoThreads.Wait.VIRTUAL, connections);
        try {
            int trips = 4 * TRIPS / connections;
            return Sample.range(Sample.of(time, () -> {
                long before = Clocks.process() - Clocks.mine();
                for (int i = 0; i < trips; i++) {
                    echo.roundTrip();
                }
                return (Clocks.process() - Clocks.mine() - before) / NANOS / trips / connections;
            }));
        } finally {
            echo.end();
        }
    }
}
