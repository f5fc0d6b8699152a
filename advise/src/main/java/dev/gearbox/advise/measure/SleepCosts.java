package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;

/**
 * What it costs that a request waits for a time, as the handlers of the lab do: processor time to block the thread, to set a timer, and to wake up on a core that has been
 * idle meanwhile; and how late the wait ends.
 */
final class SleepCosts {
    private static final int SLEEPS = 20;
    private static final long NANOS = 1_000_000;
    private static final double PER_SECOND = 1e9;

    private SleepCosts() {}

    static Map<UnitCost, Range> of(Duration time) throws Exception {
        Duration half = time.dividedBy(2);
        List<Double> delays = new ArrayList<>();
        Affinity.server();
        try {
            double[] costs = CostSample.of(half, () -> {
                long before = Clocks.mine();
                delays.add(sleeps());
                return (Clocks.mine() - before) / PER_SECOND / SLEEPS;
            });
            // The batches of the warm-up come first.
            double[] late = delays.subList(delays.size() - costs.length, delays.size()).stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            return Map.of(
                    UnitCost.SLEEP,
                    CostSample.range(costs),
                    UnitCost.SLEEP_DELAY,
                    CostSample.range(late),
                    UnitCost.VIRTUAL_SLEEP,
                    CostSample.range(CostSample.of(half, SleepCosts::virtual)));
        } finally {
            Affinity.any();
        }
    }

    private static double virtual() throws InterruptedException {
        long before = Clocks.process() - Clocks.mine();
        Thread.ofVirtual().start(SleepCosts::sleeps).join();
        return (Clocks.process() - Clocks.mine() - before) / PER_SECOND / SLEEPS;
    }

    /** Waits some times, and returns how late the end was in the mean, in seconds. */
    private static double sleeps() {
        double[] late = new double[SLEEPS];
        for (int i = 0; i < SLEEPS; i++) {
            long end = System.nanoTime() + NANOS;
            long left = NANOS;
            while (left > 0) {
                LockSupport.parkNanos(left);
                left = end - System.nanoTime();
            }
            late[i] = -left / PER_SECOND;
        }
        return Arrays.stream(late).average().orElseThrow();
    }
}
