package dev.gearbox.load;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Runs a {@link LoadPlan} against its target. */
public final class Generator {
    private Generator() {}

    /**
     * Loads the target from the calling thread, which is busy until the end: for figures worth having it has a core to itself. An
     * interrupt ends the run.
     *
     * @param listener is told of the phases, on this thread
     * @return what the users saw
     * @throws BadPlanException if the target has no address
     * @throws GeneratorException if the generator ran out of descriptors
     * @throws InterruptedException if the thread was interrupted; every connection is closed then
     */
    public static LoadReport run(LoadPlan plan, GeneratorListener listener) throws InterruptedException {
        try (var loop = new Loop(plan, listener)) {
            return loop.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
