package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.Instrument;
import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.slice.QuietWait;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.Subject;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;

/**
 * One launch of a fork: fresh JVMs for every arm and for the instrument, all running at the same time, measured in turn.
 * <pre>
 *   fixture made ─ all start ─ ready ─ warm-up: a slice each, in turn, until warm
 *        ─ block 1: [c][a][b]  block 2: [b][c][a]  ...      one slice each, in random order, the same arrivals
 *        ─ a block in place of each disturbed one, while there is spare time
 *        ─ additional measurements of each arm
 * </pre>
 * What a slice is depends on the condition: see {@link Harness}. Every block is written when it is over. All child processes have exited when {@link #run}
 * returns.
 *
 * @param experiment the experiment to measure
 * @param condition the load, job or idle connections of the arms
 * @param setup how children are started
 * @param probe reads the machine
 * @param diary records the events
 * @param spare what it may take beyond the announced time; at most half of it is spent on waiting for a quiet machine
 */
public record ForkRun(
        Experiment experiment, Condition condition, ChildSetup setup, Probe probe, ForkLog diary, SpareTime spare) {
    /**
     * Runs the missing blocks.
     *
     * @param harness defines a slice
     * @param subjects by the label of their arm
     * @param blocks what is still to be measured
     * @throws ChildException if the instrument or the baseline failed; the fork can continue with a new launch
     */
    public <I extends Instrument> void run(Harness<I> harness, Map<String, Subject> subjects, BlockQueue blocks)
            throws ChildException, InterruptedException {
        Design design = experiment.design();
        Randomization draw = new Randomization(experiment.seed());
        try (Fixture fixture = harness.fixture();
                ForkChildren<I> children = new ForkChildren<>(
                        experiment, condition, subjects, setup, diary, fixture, harness::instrument)) {
            children.start(Stream.concat(harness.notes().stream(), fixture.notes().stream())
                    .toList());
            OwnProcesses own = children.own();
            ForkQuietWait quiet = new ForkQuietWait(new QuietWait(probe, own, patience()), diary, spare);
            Harness.Fork<I> fork = new Harness.Fork<>(design, draw, diary, children, probe, own, quiet, fixture);
            Harness.Turn turn = harness.prepare(fork);
            ForkBlocks measuring = new ForkBlocks(experiment, draw, diary, children, turn, quiet);
            if (harness.warms()) {
                measuring.warmUp();
            }
            measuring.run(blocks);
            harness.conclude(fork);
            diary.append(new ForkEvent.ForkDone(diary.fork()));
        }
    }

    /** Returns how long it waits for a quiet machine, in total: the rest of the spare time is for blocks, which may just be lucky. */
    private Duration patience() {
        Duration half = spare.left().dividedBy(2);
        return half.compareTo(setup.quiet()) < 0 ? half : setup.quiet();
    }
}
