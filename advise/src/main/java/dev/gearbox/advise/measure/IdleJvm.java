package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;
import java.time.Duration;

/** What this JVM needs by itself, for its timers, its compilers and its collector, while the program waits. A server that is asked rarely shares that among few requests. */
final class IdleJvm {
    private static final int BATCHES = 15;
    private static final Duration SHORTEST = Duration.ofMillis(50);

    private IdleJvm() {}

    /** Measures processor time per second. */
    static Range cores(Duration time) throws Exception {
        Duration batch = time.dividedBy(BATCHES);
        Duration sleep = batch.compareTo(SHORTEST) < 0 ? SHORTEST : batch;
        return CostSample.range(CostSample.of(time, () -> {
            long begin = System.nanoTime();
            long before = Clocks.process();
            Thread.sleep(sleep);
            return (double) (Clocks.process() - before) / (System.nanoTime() - begin);
        }));
    }
}
