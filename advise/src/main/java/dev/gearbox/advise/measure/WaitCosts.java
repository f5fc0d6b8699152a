package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.io.IOException;
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
    private static final double NANOS = 1e9;
    private static final int PARTS = 5;
    private static final int TRIPS = 500;

    private static final ClientLoad ONE = new ClientLoad(1, false, UnitCost.BRISK_SECONDS, TRIPS);
    /** Each message wakes another thread, whose stack and state have left the processor's caches. */
    private static final ClientLoad ONE_OF_MANY = new ClientLoad(256, false, UnitCost.BRISK_SECONDS, TRIPS);

    private static final ClientLoad MANY_AT_ONCE = new ClientLoad(32, true, UnitCost.BRISK_SECONDS, TRIPS);
    private static final ClientLoad SOME = new ClientLoad(1, false, UnitCost.SHORT_IDLE_SECONDS, 50);
    /** So few, because each takes ten milliseconds. */
    private static final ClientLoad RARE = new ClientLoad(1, false, UnitCost.IDLE_SECONDS, 5);

    private WaitCosts() {}

    /**
     * What the client sends.
     *
     * @param connections it has
     * @param atOnce whether it sends a message on each of them before it reads the answers; else one at a time, on one after another
     * @param pause before each time, in seconds
     * @param messages in a batch
     */
    private record ClientLoad(int connections, boolean atOnce, double pause, int messages) {
        int times() {
            return atOnce ? Math.ceilDiv(messages, connections) : messages;
        }

        int sent() {
            return atOnce ? times() * connections : messages;
        }

        /** Sends a batch, and returns how long each answer took, in seconds. */
        double[] run(EchoThreads echo) throws IOException {
            double[] trips = new double[times()];
            for (int i = 0; i < trips.length; i++) {
                spin(pause);
                long begin = System.nanoTime();
                if (atOnce) {
                    echo.roundTrip();
                } else {
                    echo.roundTrip(i % connections);
                }
                trips[i] = (System.nanoTime() - begin) / NANOS;
            }
            return trips;
        }
    }

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
        Waiting selector = platform(EchoThreads.Wait.SELECT, ONE, part);
        Range select = CostSample.without(selector.cpu(), message);
        costs.put(UnitCost.SELECT, select);
        costs.put(
                UnitCost.WAKE_UP,
                CostSample.without(selector.trip(), message.plus(message).plus(select)));
        costs.put(
                UnitCost.BLOCK,
                CostSample.without(
                        platform(EchoThreads.Wait.BLOCK, ONE_OF_MANY, part).cpu(), message));
        costs.put(
                UnitCost.BLOCK_BUSY,
                CostSample.without(
                        platform(EchoThreads.Wait.BLOCK, MANY_AT_ONCE, part).cpu(), message));
        costs.put(UnitCost.VIRTUAL_MOUNT, CostSample.without(virtual(ONE_OF_MANY, part), message));
        // Virtual threads share their pollers: the more of them are woken at a time, the less each pays.
        costs.put(UnitCost.VIRTUAL_MOUNT_BUSY, CostSample.without(virtual(MANY_AT_ONCE, part), message));
        return costs;
    }

    /** What it costs more if the core was idle for longer, and how long some messages take in either case. */
    static Map<UnitCost, Range> idle(Duration time) throws Exception {
        Duration quarter = time.dividedBy(4);
        Waiting brisk = platform(EchoThreads.Wait.SELECT, ONE, quarter);
        Waiting shortly = platform(EchoThreads.Wait.SELECT, SOME, quarter);
        Waiting idle = platform(EchoThreads.Wait.SELECT, RARE, quarter.multipliedBy(2));
        return Map.of(
                UnitCost.SHORT_IDLE_CORE,
                CostSample.without(shortly.cpu(), brisk.cpu()),
                UnitCost.SHORT_IDLE_DELAY,
                CostSample.without(shortly.trip(), brisk.trip()),
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

    private static Waiting platform(EchoThreads.Wait wait, ClientLoad load, Duration time) throws Exception {
        EchoThreads echo = new EchoThreads(wait, load.connections());
        Affinity.client();
        try {
            List<double[]> batches = new ArrayList<>();
            double[] costs = CostSample.of(time, () -> {
                long before = echo.processorTime();
                batches.add(load.run(echo));
                return (echo.processorTime() - before) / NANOS / load.sent();
            });
            // The batches of the warm-up come first.
            return new Waiting(CostSample.range(costs), batches.subList(batches.size() - costs.length, batches.size()));
        } finally {
            Affinity.any();
            echo.end();
        }
    }

    private static Range virtual(ClientLoad load, Duration time) throws Exception {
        // The threads of the scheduler start now, and inherit the server's processor.
        Affinity.server();
        EchoThreads echo = new EchoThreads(EchoThreads.Wait.VIRTUAL, load.connections());
        echo.roundTrip();
        Affinity.client();
        try {
            return CostSample.range(CostSample.of(time, () -> {
                long before = Clocks.process() - Clocks.mine();
                var _ = load.run(echo);
                return (Clocks.process() - Clocks.mine() - before) / NANOS / load.sent();
            }));
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
}
