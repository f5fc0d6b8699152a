package dev.gearbox.lab.load;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Objective;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.fork.ForkLog;
import dev.gearbox.lab.fork.Harness;
import dev.gearbox.lab.fork.MeasuredSlice;
import dev.gearbox.lab.slice.SliceMeter;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Fixture;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Arms that are servers, under the load of a generator that keeps connections to all of them. A slice is a window under load. After the blocks, the system
 * calls of each arm are counted and, if requested, its highest sustainable rate is searched.
 */
public final class LoadHarness implements Harness<GeneratorProcess> {
    /** The overhead of ending a slice and switching arms, as measured, in seconds. */
    private static final double BETWEEN = 0.08;

    /** The overhead of attaching a counter to an arm. */
    private static final double COUNTING = 0.2;

    /** The duration of a search for the highest rate, as a multiple of its goal's sum of durations: quick 25 s, full 80 s. */
    private static final double SEARCH = 4;

    private static final String ANEW =
            "the connections of all arms at once exceed the descriptors of one process: each arm connects for its slice";

    private final Cell cell;
    private final ChildSetup setup;
    /** Returns whether the connections of all arms can be open at the same time. */
    private final boolean standing;

    private final double warmSeconds;

    private @Nullable ArmLoad load;

    /**
     * Creates a harness for one launch of a fork.
     *
     * @param cell the load
     * @param experiment the experiment to measure
     * @param setup how the generator is started
     */
    public LoadHarness(Cell cell, Experiment experiment, ChildSetup setup) {
        this.cell = cell;
        this.setup = setup;
        warmSeconds = experiment.design().warmSeconds();
        standing = ArmConnections.stand(
                cell, experiment.arms().size(), experiment.machine().descriptorLimit());
    }

    /** Estimates the duration of a fork, in seconds. Answers that take as long as the lead also take that long after the window. */
    public static double forkSeconds(Design design, int arms) {
        double lead = design.leadSeconds();
        double drain = Math.max(0, lead - Cell.SHORT_LEAD.toMillis() / 1e3);
        double slice = lead + design.windowSeconds() + drain + BETWEEN;
        double warm = Math.min(design.warmSeconds(), 6 * design.windowSeconds()) / design.windowSeconds() * slice;
        double start = 3.5 + 0.6 * arms; // starting a JVM takes about half a second of its single core
        double counted = Math.min(1, ForkExtras.COUNTED_FORKS / (double) design.forks());
        double counts = counted * (COUNTING + slice);
        Objective objective = design.objective();
        double search = objective == null
                ? 0
                : SEARCH * ForkExtras.goal(design, objective).durationSum();
        return start + arms * (warm + design.blocks() * slice + counts + search);
    }

    @Override
    public Fixture fixture() throws ChildException, InterruptedException {
        return cell.instrument().isPresent()
                ? CalledServices.start(cell.instrument().get(), setup)
                : Fixture.NONE;
    }

    @Override
    public Optional<GeneratorProcess> instrument() throws IOException {
        return Optional.of(GeneratorProcess.start(cell, setup));
    }

    @Override
    public List<String> notes() {
        return Stream.of(standing ? Optional.<String>empty() : Optional.of(ANEW), FlatOutWarmUp.note(cell, warmSeconds))
                .flatMap(Optional::stream)
                .toList();
    }

    @Override
    public Turn prepare(Fork<GeneratorProcess> fork) throws ChildException, InterruptedException {
        GeneratorProcess generator = fork.children().instrument().orElseThrow();
        ceiling(fork, generator);
        ArmLoad arms = new ArmLoad(
                cell,
                fork.design(),
                fork.draw(),
                fork.diary().fork(),
                fork.diary().launch(),
                generator,
                new SliceMeter(fork.probe(), fork.own()),
                standing,
                fork.fixture() instanceof CalledServices services ? Optional.of(services) : Optional.empty());
        load = arms;
        for (SubjectProcess arm : fork.children().alive()) {
            fork.diary().say("connecting to " + arm.label());
            fork.children().attempt(arm, () -> arms.connect(arm));
        }
        FlatOutWarmUp flatOut = new FlatOutWarmUp(cell, warmSeconds, generator);
        return new Turn() {
            @Override
            public MeasuredSlice measure(SubjectProcess arm, int block, int position)
                    throws ChildException, InterruptedException {
                return arms.measure(arm, block, position);
            }

            @Override
            public Exercise exercise(SubjectProcess arm) throws ChildException, InterruptedException {
                if (!FlatOutWarmUp.needed(cell, warmSeconds)) {
                    return Exercise.NONE;
                }
                fork.diary().say("loading " + arm.label() + " without pauses");
                return flatOut.exercise(arm);
            }
        };
    }

    @Override
    public void conclude(Fork<GeneratorProcess> fork) throws ChildException, InterruptedException {
        ForkExtras extras = new ForkExtras(
                fork.design(),
                fork.draw(),
                fork.diary(),
                fork.children(),
                Objects.requireNonNull(load, "prepared"),
                fork.quiet(),
                setup.quiet().isPositive());
        extras.counts();
        extras.capacities();
    }

    private void ceiling(Fork<GeneratorProcess> fork, GeneratorProcess generator)
            throws ChildException, InterruptedException {
        ForkLog diary = fork.diary();
        diary.say("measuring the generator's own ceiling");
        GeneratorCeiling ceiling = GeneratorCeiling.measure(
                generator,
                cell,
                setup,
                fork.design().windowSeconds(),
                fork.draw().arrivals(diary.fork(), 0),
                fork.probe(),
                fork.own(),
                fork.quiet()::await);
        diary.append(new ForkEvent.Ceiling(
                diary.fork(), diary.launch(), ceiling.perSecond(), ceiling.p50Micros(), ceiling.p99Micros()));
    }
}
