package dev.gearbox.lab.load;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.fork.MeasuredSlice;
import dev.gearbox.lab.fork.Randomization;
import dev.gearbox.lab.slice.SliceAssembler;
import dev.gearbox.lab.slice.SliceMeter;
import dev.gearbox.lab.slice.WindowMarks;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.LoadReport;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Loads the arms of a fork, one arm at a time, and measures the resources that each uses. All arms keep their connections from slice to slice; if there
 * are more connections than one process can hold, an arm connects for its slice and disconnects after it.
 */
final class ArmLoad {
    /** Where the servers listen. */
    static final String HOST = "127.0.0.1";

    private final Cell cell;
    private final Design design;
    private final Randomization draw;
    private final int fork;
    private final int launch;
    private final GeneratorProcess generator;
    private final SliceMeter meter;
    private final boolean standing;
    private final Optional<CalledServices> services;

    /**
     * Creates the load.
     *
     * @param standing whether connections stay from slice to slice
     * @param services the process that the arms call; empty: none
     */
    ArmLoad(
            Cell cell,
            Design design,
            Randomization draw,
            int fork,
            int launch,
            GeneratorProcess generator,
            SliceMeter meter,
            boolean standing,
            Optional<CalledServices> services) {
        this.cell = cell;
        this.design = design;
        this.draw = draw;
        this.fork = fork;
        this.launch = launch;
        this.generator = generator;
        this.meter = meter;
        this.standing = standing;
        this.services = services;
    }

    /** Opens the persistent connections, if the load has any. */
    void connect(SubjectProcess arm) throws ChildException, InterruptedException {
        if (standing) {
            generator.connect(arm.label(), plan(arm));
        }
    }

    /** A slice of the design's length at the cell's own rate, under the arrivals of its block. */
    MeasuredSlice measure(SubjectProcess arm, int block, int position) throws ChildException, InterruptedException {
        return slice(
                arm,
                new SliceAssembler.SliceId(fork, launch, block, position, arm.label(), draw.arrivals(fork, block)),
                design.windowSeconds(),
                OptionalDouble.empty(),
                GeneratorProcess.Window.IGNORED);
    }

    /**
     * Runs a slice at another rate. What disturbs its lead counts, too: near the capacity a queue from then takes long to drain.
     *
     * @param number as for {@link #apart}
     */
    MeasuredSlice at(SubjectProcess arm, int number, double windowSeconds, double perSecond)
            throws ChildException, InterruptedException {
        SliceMeter.Mark begun = meter.mark(arm);
        MeasuredSlice measured =
                apart(arm, number, windowSeconds, OptionalDouble.of(perSecond), GeneratorProcess.Window.IGNORED);
        return new MeasuredSlice(
                measured.slice().with(SliceMeter.disturbance(begun, meter.mark(arm))), measured.times());
    }

    /**
     * Runs a slice that belongs to no block.
     *
     * @param number from 1; different numbers have different arrivals
     * @param windowSeconds the duration of its window
     * @param perSecond requests per second instead of the cell's own rate, for an open loop
     * @param also is notified when its window opens and closes
     */
    MeasuredSlice apart(
            SubjectProcess arm,
            int number,
            double windowSeconds,
            OptionalDouble perSecond,
            GeneratorProcess.Window also)
            throws ChildException, InterruptedException {
        long seed = draw.apart(fork, number);
        OptionalDouble arrivals = perSecond.isPresent()
                ? OptionalDouble.of(perSecond.getAsDouble() / plan(arm).requestsAtOnce())
                : perSecond;
        return slice(
                arm,
                new SliceAssembler.SliceId(fork, launch, 0, number, arm.label(), seed),
                windowSeconds,
                arrivals,
                also);
    }

    /** Runs a slice with the same number of users without pauses, for the maximum rate. */
    CapacitySearch.Burst flatOut(SubjectProcess arm, double leadSeconds, double windowSeconds)
            throws ChildException, InterruptedException {
        SliceMeter.Mark begun = meter.mark(arm);
        double perSecond = generator
                .once(arm.label() + " flat out", plan(arm).flatOut(), leadSeconds, windowSeconds)
                .answeredPerSecond();
        return new CapacitySearch.Burst(
                perSecond, SliceMeter.disturbance(begun, meter.mark(arm)).exceeds());
    }

    private MeasuredSlice slice(
            SubjectProcess arm,
            SliceAssembler.SliceId place,
            double windowSeconds,
            OptionalDouble perSecond,
            GeneratorProcess.Window also)
            throws ChildException, InterruptedException {
        arm.check();
        if (!standing) {
            generator.connect(arm.label(), plan(arm));
        }
        CalledServices called = services.orElse(null);
        CalledServices.Mark before = called == null ? null : called.mark();
        WindowMarks marks = new WindowMarks(arm, meter);
        LoadReport report = generator.slice(
                arm.label(),
                place.seed(),
                design.leadSeconds(),
                windowSeconds,
                perSecond,
                cell.timeout(),
                marks.around(also));
        if (!standing) {
            generator.drop(arm.label());
        }
        Slice slice = SliceAssembler.slice(place, marks.at(), report, marks.before(), marks.after());
        return new MeasuredSlice(
                called == null || before == null ? slice : called.judged(slice, before), SliceAssembler.times(report));
    }

    private LoadPlan plan(SubjectProcess arm) {
        return cell.plan(HOST, arm.port(), draw.arrivals(fork, 0));
    }
}
