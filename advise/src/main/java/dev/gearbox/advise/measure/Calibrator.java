package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Calibration;
import dev.gearbox.advise.calibration.CalibrationException;
import dev.gearbox.advise.calibration.Fingerprint;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Measures all costs, one after another, in this process. The machine should be idle: what other programs take widens the intervals of delays, hardly those of processor time.
 *
 * <p>Limits: the smallest loops over one processor's caches, loopback instead of a network, and a JIT compiler that sees nothing else. An engine pays more for its own code;
 * the predictions have a factor for that.
 */
public final class Calibrator {
    /** Is notified before each step. */
    public interface Progress {
        /**
         * Called before a step.
         *
         * @param fraction of the steps that are done, 0 to 1
         * @param what is measured now
         */
        void begins(double fraction, String what);
    }

    private interface CalibrationStep {
        void run(Duration time, Map<UnitCost, Range> costs) throws Exception;
    }

    private record Named(String what, int shares, CalibrationStep step) {}

    private static final List<Named> STEPS = List.of(
            new Named("reading and writing", 4, (time, costs) -> costs.putAll(SocketCosts.messages(time))),
            new Named("ready connections", 2, (time, costs) -> costs.put(UnitCost.READY, SocketCosts.ready(time))),
            new Named("accepting", 2, (time, costs) -> costs.put(UnitCost.ACCEPT, SocketCosts.accept(time))),
            new Named(
                    "waiting: selector, thread, virtual thread",
                    8,
                    (time, costs) -> costs.putAll(
                            WaitCosts.of(time, range(costs, UnitCost.READ), range(costs, UnitCost.WRITE)))),
            new Named("waiting on an idle core", 4, (time, costs) -> costs.putAll(WaitCosts.idle(time))),
            new Named("waiting for a time", 2, (time, costs) -> costs.putAll(SleepCosts.of(time))),
            new Named(
                    "switching threads",
                    2,
                    (time, costs) -> costs.put(UnitCost.THREAD_SWITCH, ThreadCosts.threadSwitch(time))),
            new Named(
                    "handing over to a pool",
                    2,
                    (time, costs) -> costs.put(UnitCost.HAND_OVER, ThreadCosts.handOver(time))),
            new Named(
                    "starting threads",
                    2,
                    (time, costs) -> costs.put(UnitCost.THREAD_CREATION, ThreadCosts.creation(time))),
            new Named("the JVM itself", 2, (time, costs) -> costs.put(UnitCost.BACKGROUND, IdleJvm.cores(time))),
            new Named("memory", 2, (_, costs) -> {
                costs.put(UnitCost.CONNECTION_MEMORY, MemoryCosts.connection());
                costs.put(UnitCost.THREAD_MEMORY, MemoryCosts.platformThread());
                costs.put(UnitCost.VIRTUAL_MEMORY, MemoryCosts.virtualThread());
            }));

    private Calibrator() {}

    /**
     * Measures.
     *
     * @param time for all of it, about
     */
    public static Calibration run(Duration time, Progress progress) throws InterruptedException {
        int shares = STEPS.stream().mapToInt(Named::shares).sum();
        Map<UnitCost, Range> costs = new EnumMap<>(UnitCost.class);
        int done = 0;
        for (Named step : STEPS) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            progress.begins((double) done / shares, step.what());
            Duration share = time.multipliedBy(step.shares()).dividedBy(shares);
            try {
                step.step().run(share, costs);
            } catch (InterruptedException | RuntimeException ended) {
                throw ended;
            } catch (Exception failed) {
                throw new CalibrationException(
                        "cannot measure " + step.what() + " (" + failed.getMessage()
                                + "). Check that loopback connections and 1,000 open files are allowed",
                        failed);
            }
            done += step.shares();
        }
        return Calibration.of(Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(), Fingerprint.here(), costs);
    }

    private static Range range(Map<UnitCost, Range> costs, UnitCost cost) {
        Range range = costs.get(cost);
        if (range == null) {
            throw new IllegalStateException(cost + " is measured before");
        }
        return range;
    }
}
