package dev.gearbox.lab;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Entry;
import dev.gearbox.evidence.Experiment;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One launch of a fork whose arms do jobs: fresh JVMs for every arm and for the origin, all alive at once, each doing the job
 * in its turn while the others are idle.
 * <pre>
 *   arms and origin start ─ ready ─ warm-up: the job once each, in turns, until warm
 *        ─ block 1: [c][a][b]  block 2: [b][c][a]  ...      one job each, in random order
 * </pre>
 * Every block is written when it is over. Whatever happens, all children are gone when {@link #run} returns.
 *
 * @param experiment what is measured
 * @param cell what the job is
 * @param setup how children are started
 * @param probe reads the machine
 * @param diary where it is written
 */
record JobFork(Experiment experiment, JobCell cell, Setup setup, Probe probe, ForkDiary diary) {
    /**
     * Runs the blocks that are not there yet.
     *
     * @param subjects by the label of their arm
     * @param done blocks of this fork that an earlier launch has measured
     * @throws ChildException when the origin or the baseline failed: the fork can go on with a new launch
     */
    void run(Map<String, Subject> subjects, Set<Integer> done) throws ChildException, InterruptedException {
        Design design = experiment.design();
        Draw draw = new Draw(experiment.seed());
        try (ForkChildren<Origin> children = new ForkChildren<>(experiment, cell, setup, diary, this::origin)) {
            children.start(subjects, List.of());
            Own own = children.own();
            ArmJobs jobs = new ArmJobs(
                    cell,
                    subjects,
                    children.instrument(),
                    draw,
                    diary.fork(),
                    diary.launch(),
                    setup.patience(),
                    new SliceMeter(probe, own));
            WaitForCalm quiet =
                    WaitForCalm.of(probe, own, setup, design, children.alive().size(), diary);
            new ForkBlocks(design, draw, diary, children, jobs, quiet).run(done);
            diary.append(new Entry.ForkDone(diary.fork()));
        }
    }

    private Optional<Origin> origin() throws IOException, ChildException, InterruptedException {
        return cell.origin().isEmpty()
                ? Optional.empty()
                : Optional.of(Origin.start(cell.origin().get(), setup));
    }
}
