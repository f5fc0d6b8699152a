package dev.gearbox.load;

import dev.gearbox.load.chain.GeneratorKind;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorException;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.loop.Loop;
import dev.gearbox.load.loop.SynchronizedStart;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Loads one server slice by slice: connects once, then runs any number of slices on the same connections. One thread can hold several and run them in turn,
 * so that servers are compared under the same conditions.
 *
 * <p>The users' clock stops between two slices: pauses, timeouts and the staggered start continue in the next slice, so the load of a closed loop is as
 * steady across slices as within one. What a user was about to begin at the end of a window begins in the next slice, in the same order and at the same
 * intervals. A connection that the server closes in between is noticed when the next slice begins, and counts as an error of that slice.
 *
 * <p>For the thread that connected, which may hold several. That thread is busy while a slice runs; between slices there is no cost.
 */
public final class SlicedLoad implements AutoCloseable {
    private final Loop loop;

    private SlicedLoad(Loop loop) {
        this.loop = loop;
    }

    /**
     * Opens the persistent connections of a plan. Those that take too long continue to connect during the slices.
     *
     * @param plan what to do; its {@code warmUp} only sets the period over which background users spread their starts, its {@code measure} is ignored, and
     *     its seed is used for the contents only
     * @param listener is notified when connecting begins
     * @throws BadPlanException if the target has no address
     * @throws GeneratorException if the generator ran out of descriptors
     * @throws InterruptedException if the thread was interrupted; every connection is closed then
     */
    public static SlicedLoad connect(LoadPlan plan, GeneratorListener listener) throws InterruptedException {
        return connect(plan, GeneratorCore.detect(), listener);
    }

    /** As {@link #connect(LoadPlan, GeneratorListener)}, with an explicit core instead of {@link GeneratorCore#detect()}. */
    public static SlicedLoad connect(LoadPlan plan, GeneratorCore core, GeneratorListener listener)
            throws InterruptedException {
        return connect(plan, core, listener, System::nanoTime);
    }

    public static SlicedLoad connect(LoadPlan plan, GeneratorCore core, GeneratorListener listener, LongSupplier nanos)
            throws InterruptedException {
        return connect(plan, 0, core, listener, nanos);
    }

    /** {@code beside}: the number of connections from other processes to the same target; they use up its ports as well. */
    public static SlicedLoad connect(
            LoadPlan plan, int beside, GeneratorCore core, GeneratorListener listener, LongSupplier nanos)
            throws InterruptedException {
        return connect(plan, beside, core, GeneratorKind.detect(), listener, nanos);
    }

    /**
     * As {@link #connect(LoadPlan, GeneratorListener)}, with everything explicit.
     *
     * @throws BadPlanException also if this kind of generator cannot run the plan here
     */
    public static SlicedLoad connect(
            LoadPlan plan,
            int beside,
            GeneratorCore core,
            GeneratorKind kind,
            GeneratorListener listener,
            LongSupplier nanos)
            throws InterruptedException {
        Loop loop = null;
        boolean connected = false;
        try {
            loop = new Loop(plan, beside, core, kind, nanos);
            loop.connect(listener);
            connected = true;
            return new SlicedLoad(loop);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (loop != null && !connected) {
                loop.close();
            }
        }
    }

    /**
     * Runs a slice until all its requests have been answered or abandoned.
     *
     * @param listener is notified when warm-up begins, when measuring begins, and when it ends
     * @return what the users saw in its window
     * @throws BadPlanException if the slice has a rate and the plan none
     * @throws GeneratorException if the generator ran out of descriptors
     * @throws IllegalStateException if an earlier slice ended in an exception
     * @throws InterruptedException if the thread was interrupted; afterwards this object can only be closed
     */
    public LoadReport run(SlicePlan slice, GeneratorListener listener) throws InterruptedException {
        return run(slice, Optional.empty(), listener);
    }

    /** The same at an agreed moment. If that moment has passed, the lead is shortened, or the window when no lead is left. */
    public LoadReport run(SlicePlan slice, Optional<SynchronizedStart> together, GeneratorListener listener)
            throws InterruptedException {
        try {
            return loop.slice(slice, together, listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the number of open connections. */
    public int connections() {
        return loop.connections();
    }

    /** Returns the number of persistent connections that the plan asks for, including its background. */
    public int asked() {
        return loop.asked();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        loop.close();
    }
}
