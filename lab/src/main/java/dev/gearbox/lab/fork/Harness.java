package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.Instrument;
import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.workload.Fixture;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The part of a fork that depends on the kind of condition: the instrument, and the slice of an arm. One instance for each launch of a fork.
 *
 * @param <I> the instrument
 */
public interface Harness<I extends Instrument> {
    /**
     * A launch of a fork whose child processes are running.
     *
     * @param design the extent of the measurement
     * @param draw the random orders and arrivals
     * @param diary records the events
     * @param children the arms and the instrument
     * @param probe reads the machine
     * @param own the processes of the lab besides itself
     * @param quiet waits until the machine is quiet
     * @param fixture what was made for it on this machine
     */
    record Fork<I extends Instrument>(
            Design design,
            Randomization draw,
            ForkLog diary,
            ForkChildren<I> children,
            Probe probe,
            OwnProcesses own,
            ForkQuietWait quiet,
            Fixture fixture) {}

    /** Measures slices of arms. */
    interface Turn {
        /**
         * A slice.
         *
         * @param block from 1; negative: of the warm-up
         * @param position of the arm in the block, from 1
         */
        MeasuredSlice measure(SubjectProcess arm, int block, int position) throws ChildException, InterruptedException;

        /** Exercises an arm before its warm-up, if the slices of that have too little work for the JVM to compile it. */
        default Exercise exercise(SubjectProcess arm) throws ChildException, InterruptedException {
            return Exercise.NONE;
        }
    }

    /**
     * What an arm did before the slices of its warm-up.
     *
     * @param seconds how long it took, of the time of the warm-up
     * @param enough whether it had as many requests as compile what each of them runs
     */
    record Exercise(double seconds, boolean enough) {
        /** Nothing. */
        public static final Exercise NONE = new Exercise(0, false);
    }

    /** Before anything starts: makes what the arms need on this machine. */
    default Fixture fixture() throws ChildException, InterruptedException {
        return Fixture.NONE;
    }

    /** Starts the instrument, if there is one. */
    Optional<I> instrument() throws IOException, ChildException, InterruptedException;

    /** Returns remarks on this launch for the reader of the results. */
    default List<String> notes() {
        return List.of();
    }

    /** Returns whether arms are warmed before the first block. */
    default boolean warms() {
        return true;
    }

    /** Called before the first slice; returns what measures each slice. */
    Turn prepare(Fork<I> fork) throws ChildException, InterruptedException;

    /** Called after the last block, for additional measurements. */
    default void conclude(Fork<I> fork) throws ChildException, InterruptedException {}
}
