package dev.gearbox.load;

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
 * Load on one server, slice by slice: connects once, and then runs any number of slices on the same connections. One thread can hold several and
 * run them in turns, so that servers are compared under the same circumstances.
 *
 * <p>Between two slices the users' clock stands still: pauses, timeouts and the staggered start go on in the next slice where they stood, so
 * the load of a closed loop is as steady over slices as it is within one. What a user was about to begin at the end of a window it
 * begins in the next slice, in the same order and distance. A connection that the server closes in between is noticed when
 * the next slice begins, and is an error there.
 *
 * <p>For one thread at a time. It is busy while a slice runs; between slices it costs nothing.
 */
public final class SlicedLoad implements AutoCloseable {
    private final Loop loop;

    private SlicedLoad(Loop loop) {
        this.loop = loop;
    }

    /**
     * Makes the standing connections of a plan. Those that take too long go on trying in the slices.
     *
     * @param plan what to do; its {@code warmUp} only says over how long users of the background spread their starts, its {@code measure}
     *     nothing, and its seed is that of the contents alone
     * @param listener is told that it connects
     * @throws BadPlanException if the target has no address
     * @throws GeneratorException if the generator ran out of descriptors
     * @throws InterruptedException if the thread was interrupted; every connection is closed then
     */
    public static SlicedLoad connect(LoadPlan plan, GeneratorListener listener) throws InterruptedException {
        return connect(plan, GeneratorCore.detect(), listener);
    }

    /** As {@link #connect(LoadPlan, GeneratorListener)}, for who knows better than {@link GeneratorCore#detect()}. */
    public static SlicedLoad connect(LoadPlan plan, GeneratorCore core, GeneratorListener listener)
            throws InterruptedException {
        return connect(plan, core, listener, System::nanoTime);
    }

    public static SlicedLoad connect(LoadPlan plan, GeneratorCore core, GeneratorListener listener, LongSupplier nanos)
            throws InterruptedException {
        return connect(plan, 0, core, listener, nanos);
    }

    /** {@code beside}: connections that other processes have to the same target, which take its ports too. */
    public static SlicedLoad connect(
            LoadPlan plan, int beside, GeneratorCore core, GeneratorListener listener, LongSupplier nanos)
            throws InterruptedException {
        Loop loop = null;
        boolean connected = false;
        try {
            loop = new Loop(plan, beside, core, nanos);
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
     * Runs a slice to where all its requests are answered or given up.
     *
     * @param listener is told that it warms up, measures and has measured
     * @return what the users saw in its window
     * @throws BadPlanException if the slice has a rate and the plan none
     * @throws GeneratorException if the generator ran out of descriptors
     * @throws IllegalStateException if an earlier slice ended in an exception
     * @throws InterruptedException if the thread was interrupted; it can only be closed then
     */
    public LoadReport run(SlicePlan slice, GeneratorListener listener) throws InterruptedException {
        return run(slice, Optional.empty(), listener);
    }

    /** The same at a moment that was agreed upon; one that is past leaves the rest of the lead, or less than the window. */
    public LoadReport run(SlicePlan slice, Optional<SynchronizedStart> together, GeneratorListener listener)
            throws InterruptedException {
        try {
            return loop.slice(slice, together, listener);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How many connections are open. */
    public int connections() {
        return loop.connections();
    }

    /** How many standing connections the plan asks for, those of its background included. */
    public int asked() {
        return loop.asked();
    }

    /** Closes all connections. */
    @Override
    public void close() {
        loop.close();
    }
}
