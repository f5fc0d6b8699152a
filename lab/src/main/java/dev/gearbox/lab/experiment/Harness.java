package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.Instrument;
import dev.gearbox.lab.child.Own;
import dev.gearbox.lab.probe.Probe;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * What one kind of cell needs of a fork: an instrument beside the arms, and what an arm does, or has done to it, when it is its turn. One for each
 * launch of a fork.
 *
 * @param <I> the instrument
 */
sealed interface Harness<I extends Instrument> permits LoadHarness, JobHarness {
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
     */
    record Fork<I extends Instrument>(
            Design design,
            Draw draw,
            ForkDiary diary,
            ForkChildren<I> children,
            Probe probe,
            Own own,
            WaitForCalm quiet) {}

    /** Starts the instrument, if there is one. */
    Optional<I> instrument() throws IOException, ChildException, InterruptedException;

    /** What a reader of the results must know of this launch. */
    List<String> notes();

    /** Before the first slice; the answer is what each slice is. */
    ForkBlocks.Turn prepare(Fork<I> fork) throws ChildException, InterruptedException;

    /** After the last block: what is measured besides. */
    void conclude(Fork<I> fork) throws ChildException, InterruptedException;
}
