package dev.gearbox.lab;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Entry;
import dev.gearbox.evidence.Experiment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * One launch of a fork: fresh JVMs for every arm and for the generator, all alive at once, loaded in turns.
 * <pre>
 *   arms start ─ ready ─ ceiling ─ warm-up: a slice each, in turns, until warm
 *        ─ block 1: [c][a][b]  block 2: [b][c][a]  ...      one slice each, in random order, the same arrivals
 *        ─ system calls: a slice each ─ highest rate, if asked for: trials in turns
 * </pre>
 * Every block is written when it is over. Whatever happens, all children are gone when {@link #run} returns.
 *
 * @param experiment what is measured
 * @param cell what users do
 * @param setup how children are started
 * @param probe reads the machine
 * @param diary where it is written
 */
record ForkRun(Experiment experiment, Cell cell, Setup setup, Probe probe, ForkDiary diary) {
    /** Descriptors that the generator needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 500;

    private static final String ANEW =
            "the connections of all arms at once exceed the descriptors of one process: each arm connects anew for its slice";

    /**
     * Runs the blocks that are not there yet.
     *
     * @param subjects by the label of their arm
     * @param done blocks of this fork that an earlier launch has measured
     * @throws ChildException when the generator or the baseline failed: the fork can go on with a new launch
     */
    void run(Map<String, Subject> subjects, Set<Integer> done) throws ChildException, InterruptedException {
        Design design = experiment.design();
        Draw draw = new Draw(experiment.seed());
        boolean standing = standing();
        try (ForkChildren<GeneratorProcess> children =
                new ForkChildren<>(experiment, cell, setup, diary, () -> Optional.of(GeneratorProcess.start(setup)))) {
            children.start(subjects, standing ? List.of() : List.of(ANEW));
            GeneratorProcess generator = children.instrument().orElseThrow();
            Own own = children.own();
            WaitForCalm quiet = WaitForCalm.of(
                    probe, own, setup, experiment.design(), children.alive().size(), diary);
            ceiling(generator, draw, own, quiet);
            ArmLoad load = new ArmLoad(
                    cell, design, draw, diary.fork(), diary.launch(), generator, new SliceMeter(probe, own), standing);
            for (SubjectProcess arm : children.alive()) {
                diary.say("connecting to " + arm.label());
                children.attempt(arm, () -> load.connect(arm));
            }
            ForkBlocks blocks = new ForkBlocks(design, draw, diary, children, load::measure, quiet);
            blocks.run(done);
            ForkExtras extras = new ForkExtras(design, draw, diary, children, load, quiet);
            extras.counts();
            extras.capacities();
            diary.append(new Entry.ForkDone(diary.fork()));
        }
    }

    /** Whether the connections of all arms can stand at once. */
    private boolean standing() {
        long limit = experiment.machine().descriptorLimit();
        long needed = (long) experiment.arms().size() * cell.connections() + DESCRIPTORS_BESIDES;
        return limit <= 0 || needed <= limit;
    }

    private void ceiling(GeneratorProcess generator, Draw draw, Own own, WaitForCalm quiet)
            throws ChildException, InterruptedException {
        diary.say("measuring the generator's own ceiling");
        GeneratorCeiling ceiling = GeneratorCeiling.measure(
                generator,
                cell,
                setup,
                experiment.design().windowSeconds(),
                draw.arrivals(diary.fork(), 0),
                probe,
                own,
                quiet::await);
        diary.append(new Entry.Ceiling(
                diary.fork(), diary.launch(), ceiling.perSecond(), ceiling.p50Micros(), ceiling.p99Micros()));
    }
}
