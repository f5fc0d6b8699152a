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
import java.util.Set;
import java.util.stream.Stream;

/**
 * One launch of a fork: fresh JVMs for every arm and for the instrument, all running at the same time, measured in turn.
 * <pre>
 *   fixture made ─ all start ─ ready ─ warm-up: a slice each, in turn, until warm
 *        ─ block 1: [c][a][b]  block 2: [b][c][a]  ...      one slice each, in random order, the same arrivals
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
 * @param patience how long it waits at most, in total, for the machine to become quiet
 */
public record ForkRun(
        Experiment experiment, Condition condition, ChildSetup setup, Probe probe, ForkLog diary, Duration patience) {
    /**
     * Runs the missing blocks.
     *
     * @param harness defines a slice
     * @param subjects by the label of their arm
     * @param done blocks of this fork that an earlier launch has measured
     * @throws ChildException if the instrument or the baseline failed; the fork can continue with a new launch
     */
    public <I extends Instrument> void run(Harness<I> harness, Map<String, Subject> subjects, Set<Integer> done)
            throws ChildException, InterruptedException {
        Design design = experiment.design();
        Randomization draw = new Randomization(experiment.seed());
        try (Fixture fixture = harness.fixture();
                ForkChildren<I> children =
                        new ForkChildren<>(experiment, condition, subjects, setup, diary, harness::instrument)) {
            children.start(Stream.concat(harness.notes().stream(), fixture.notes().stream())
                    .toList());
            OwnProcesses own = children.own();
            ForkQuietWait quiet = new ForkQuietWait(new QuietWait(probe, own, patience), diary);
            Harness.Fork<I> fork = new Harness.Fork<>(design, draw, diary, children, probe, own, quiet, fixture);
            Harness.Turn turn = harness.prepare(fork);
            ForkBlocks blocks = new ForkBlocks(design, draw, diary, children, turn, quiet);
            if (harness.warms()) {
                blocks.warmUp();
            }
            blocks.run(done);
            harness.conclude(fork);
            diary.append(new ForkEvent.ForkDone(diary.fork()));
        }
    }
}
