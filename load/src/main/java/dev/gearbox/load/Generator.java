package dev.gearbox.load;

import dev.gearbox.load.loop.GeneratorException;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.report.LoadReport;

/** Runs a {@link LoadPlan} against its target: connects and runs one slice. For several slices, or several targets in turn, use {@link SlicedLoad}. */
public final class Generator {
    private Generator() {}

    /**
     * Loads the target from the calling thread, which is busy until the end; for meaningful figures that thread needs a core of its own. An interrupt ends
     * the run.
     *
     * @param listener is notified of each phase, on the calling thread
     * @return what the users saw
     * @throws BadPlanException if the target has no address
     * @throws GeneratorException if the generator ran out of descriptors
     * @throws InterruptedException if the thread was interrupted; every connection is closed then
     */
    public static LoadReport run(LoadPlan plan, GeneratorListener listener) throws InterruptedException {
        try (SlicedLoad load = SlicedLoad.connect(plan, listener)) {
            return load.run(SlicePlan.of(plan), listener);
        }
    }
}
