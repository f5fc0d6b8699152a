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
 * What one kind of condition needs of a fork: an instrument beside the arms, and what an arm does, or has done to it, when it is its turn. One for
 * each launch of a fork.
 *
 * @param <I> the instrument
 */
public interface Harness<I extends Instrument> {
    /**
     * A launch of a fork whose children run.
     *
     * @param design how much is measured
     * @param draw orders and arrivals
     * @param diary where it is written
     * @param children the arms and the instrument
     * @param probe reads the machine
     * @param own the processes of the lab besides itself
     * @param quiet waits until others leave the machine alone
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

    /** What an arm does when it is its turn, or what is done to it. */
    interface Turn {
        /**
         * A slice.
         *
         * @param block from 1; negative: of the warm-up
         * @param position of the arm in the block, from 1
         */
        MeasuredSlice measure(SubjectProcess arm, int block, int position) throws ChildException, InterruptedException;
    }

    /** Before anything starts: makes what the arms need on this machine. */
    default Fixture fixture() throws InterruptedException {
        return Fixture.NONE;
    }

    /** Starts the instrument, if there is one. */
    Optional<I> instrument() throws IOException, ChildException, InterruptedException;

    /** What a reader of the results must know of this launch. */
    default List<String> notes() {
        return List.of();
    }

    /** Whether arms are warmed before the first block. */
    default boolean warms() {
        return true;
    }

    /** Before the first slice; the answer is what each slice is. */
    Turn prepare(Fork<I> fork) throws ChildException, InterruptedException;

    /** After the last block: what is measured besides. */
    default void conclude(Fork<I> fork) throws ChildException, InterruptedException {}
}
