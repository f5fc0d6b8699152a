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
 * One launch of a fork: fresh JVMs for every arm and for the instrument beside them, all alive at once, measured in turns.
 * <pre>
 *   what they need is made ─ all start ─ ready ─ warm-up: a slice each, in turns, until warm
 *        ─ block 1: [c][a][b]  block 2: [b][c][a]  ...      one slice each, in random order, the same arrivals
 *        ─ what else there is to measure of each
 * </pre>
 * What a slice is depends on the condition: see {@link Harness}. Every block is written when it is over. Whatever happens, all children are gone when
 * {@link #run} returns.
 *
 * @param experiment what is measured
 * @param condition what the arms are put under
 * @param setup how children are started
 * @param probe reads the machine
 * @param diary where it is written
 * @param patience how long it waits in all, at most, for others to leave the machine alone
 */
public record ForkRun(
        Experiment experiment, Condition condition, ChildSetup setup, Probe probe, ForkLog diary, Duration patience) {
    /**
     * Runs the blocks that are not there yet.
     *
     * @param harness what a slice is
     * @param subjects by the label of their arm
     * @param done blocks of this fork that an earlier launch has measured
     * @throws ChildException when the instrument or the baseline failed: the fork can go on with a new launch
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
