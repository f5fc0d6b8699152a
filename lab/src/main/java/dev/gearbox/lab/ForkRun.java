package dev.gearbox.lab;

import dev.gearbox.evidence.Archive;
import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Entry;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Times;
import dev.gearbox.load.LoadReport;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * One fork: fresh JVMs for every arm and for the generator, all alive at once, loaded in turns.
 * <pre>
 *   arms start ─ ready ─ ceiling ─ warm-up: a slice each, in turns, until warm
 *        ─ block 1: [c][a][b]  block 2: [b][c][a]  ...      one slice each, in random order, the same arrivals
 * </pre>
 * An arm that fails takes no further part in this fork, and the others go on. Every block is written when it is over.
 * Whatever happens, all children are gone when {@link #close} returns.
 */
final class ForkRun implements AutoCloseable {
    /** Descriptors that the generator needs besides its connections. */
    private static final int DESCRIPTORS_BESIDES = 500;

    /** Looking takes so long; only a longer wait is worth a line. */
    private static final Duration NO_WAIT = Duration.ofMillis(500);

    private final Experiment experiment;
    private final Design design;
    private final Cell cell;
    private final Setup setup;
    private final Probe probe;
    private final Archive archive;
    private final int fork;
    private final int launch;
    private final Draw draw;
    private final Consumer<String> doing;
    private final Map<String, SubjectProcess> alive = new LinkedHashMap<>();
    private final boolean allConnected;
    private @Nullable GeneratorProcess generator;
    private @Nullable SliceMeter meter;
    private @Nullable Calm calm;

    ForkRun(
            Experiment experiment,
            Cell cell,
            Setup setup,
            Probe probe,
            Archive archive,
            int fork,
            int launch,
            Consumer<String> doing) {
        this.experiment = experiment;
        this.design = experiment.design();
        this.cell = cell;
        this.setup = setup;
        this.probe = probe;
        this.archive = archive;
        this.fork = fork;
        this.launch = launch;
        this.draw = new Draw(experiment.seed());
        this.doing = doing;
        long limit = experiment.machine().descriptorLimit();
        long needed = (long) experiment.arms().size() * cell.connections() + DESCRIPTORS_BESIDES;
        this.allConnected = limit <= 0 || needed <= limit;
    }

    /**
     * Runs the blocks that are not there yet.
     *
     * @param subjects by the label of their arm
     * @param done blocks of this fork that an earlier launch has measured
     * @throws ChildException when the generator or the baseline failed: the fork can go on with a new launch
     */
    void run(Map<String, Subject> subjects, Set<Integer> done) throws ChildException, InterruptedException {
        start(subjects);
        ceiling();
        if (allConnected) {
            for (SubjectProcess arm : List.copyOf(alive.values())) {
                attempt(arm, () -> connect(arm));
            }
        }
        quietly();
        warmUp();
        for (int block = 1; block <= design.blocks(); block++) {
            if (!done.contains(block)) {
                block(block);
            }
        }
        archive.append(fork, List.of(new Entry.ForkDone(fork)), List.of());
    }

    // ---- beginning

    private void start(Map<String, Subject> subjects) throws ChildException, InterruptedException {
        doing.accept("starting " + subjects.size() + (subjects.size() == 1 ? " JVM" : " JVMs"));
        Map<String, JsonNode> stamps = new LinkedHashMap<>();
        try {
            for (Arm arm : draw.order(experiment.arms(), fork, 0)) {
                Subject subject = Objects.requireNonNull(subjects.get(arm.label()), arm.label());
                alive.put(arm.label(), SubjectProcess.start(subject, cell, setup));
            }
            generator = GeneratorProcess.start(setup);
        } catch (IOException cannotStart) {
            throw new ChildException("a child could not be started: " + cannotStart.getMessage(), null);
        }
        List<Entry> failed = new ArrayList<>();
        for (Map.Entry<String, SubjectProcess> arm : List.copyOf(alive.entrySet())) {
            try {
                arm.getValue().awaitReady(setup.patience());
                stamps.put(arm.getKey(), arm.getValue().stamp());
            } catch (ChildException notReady) {
                failed.add(dropped(arm.getValue(), notReady));
            }
        }
        long[] own = LongStream.concat(
                        LongStream.of(generator().pid()),
                        alive.values().stream().mapToLong(SubjectProcess::pid))
                .toArray();
        meter = new SliceMeter(probe, own);
        // A fork may take twice its time for the sake of quiet, not longer.
        calm = new Calm(
                probe, own, Duration.ofMillis(Math.round(1e3 * ExperimentClock.forkSeconds(design, alive.size()))));
        List<Entry> entries = new ArrayList<>();
        entries.add(new Entry.Launch(
                fork,
                launch,
                Instant.now(),
                ProcFiles.ifThere("/proc/loadavg").map(l -> l.split(" ", 2)[0]).orElse(""),
                stamps,
                allConnected
                        ? List.of()
                        : List.of("the connections of all arms at once exceed the descriptors of one process: each arm"
                                + " connects anew for its slice")));
        entries.addAll(failed);
        archive.append(fork, entries, List.of());
        requireBaseline(failed);
    }

    private void requireBaseline(List<Entry> failed) throws ChildException {
        if (!alive.containsKey(experiment.baseline())) {
            String why = failed.stream()
                    .filter(Entry.Failed.class::isInstance)
                    .map(Entry.Failed.class::cast)
                    .filter(one -> experiment.baseline().equals(one.arm()))
                    .map(Entry.Failed::cause)
                    .findFirst()
                    .orElse("it is gone");
            throw new ChildException("the baseline failed: " + why, null);
        }
    }

    private void ceiling() throws ChildException, InterruptedException {
        doing.accept("measuring the generator's own ceiling");
        GeneratorCeiling ceiling = GeneratorCeiling.measure(generator(), cell, setup, draw.arrivals(fork, 0));
        archive.append(
                fork,
                List.of(new Entry.Ceiling(fork, launch, ceiling.perSecond(), ceiling.p50Micros(), ceiling.p99Micros())),
                List.of());
    }

    private record Warming(SubjectProcess arm, WarmUp state) {}

    private void warmUp() throws ChildException, InterruptedException {
        List<Warming> warming = new ArrayList<>();
        alive.values().forEach(arm -> warming.add(new Warming(arm, new WarmUp(design.warmSeconds()))));
        for (int round = 1; !warming.isEmpty(); round++) {
            int turn = -round;
            for (Warming one : draw.order(warming, fork, turn)) {
                doing.accept("warming up " + one.arm().label());
                attempt(
                        one.arm(),
                        () -> one.state().served(measure(one.arm(), turn, 0).slice()));
            }
            warming.removeIf(one -> !alive.containsValue(one.arm()));
            for (Warming one : List.copyOf(warming)) {
                if (one.state().over(design.leadSeconds() + design.windowSeconds())) {
                    archive.append(fork, List.of(warmed(one)), List.of());
                    warming.remove(one);
                }
            }
        }
    }

    private Entry warmed(Warming one) {
        String missing = one.state().missing();
        return new Entry.Warmed(
                fork,
                launch,
                one.arm().label(),
                one.state().seconds(),
                one.state().requests(),
                missing.isEmpty(),
                missing);
    }

    // ---- measuring

    private record Outcome(Slice slice, Times times) {}

    private void block(int block) throws ChildException, InterruptedException {
        List<Entry> entries = new ArrayList<>();
        List<Times> times = new ArrayList<>();
        int position = 0;
        for (SubjectProcess arm : draw.order(List.copyOf(alive.values()), fork, block)) {
            int place = ++position;
            doing.accept("block " + block + " of " + design.blocks() + ": " + arm.label());
            attempt(arm, () -> {
                Outcome outcome = measure(arm, block, place);
                entries.add(new Entry.Measured(outcome.slice()));
                times.add(outcome.times());
            });
        }
        entries.add(new Entry.BlockDone(fork, block));
        archive.append(fork, entries, times);
        boolean spoilt = entries.stream()
                .anyMatch(entry -> entry instanceof Entry.Measured(Slice slice)
                        && slice.disturbance().exceeds());
        if (spoilt) {
            quietly();
        }
    }

    /** Waits until others leave the machine alone, or for as long as this fork has patience. */
    private void quietly() throws ChildException, InterruptedException {
        doing.accept("waiting for a quiet machine");
        try {
            Calm.Wait wait = present(calm).await();
            if (wait.took().compareTo(NO_WAIT) > 0) {
                archive.append(
                        fork,
                        List.of(new Entry.Waited(fork, launch, wait.took().toMillis() / 1e3, wait.calm())),
                        List.of());
            }
        } catch (IOException unreadable) {
            throw new ChildException("the machine could not be read: " + unreadable.getMessage(), null);
        }
    }

    private Outcome measure(SubjectProcess arm, int block, int position) throws ChildException, InterruptedException {
        arm.check();
        if (!allConnected) {
            connect(arm);
        }
        long seed = draw.arrivals(fork, block);
        Marks marks = new Marks(arm);
        LoadReport report = generator()
                .slice(
                        arm.label(),
                        seed,
                        design.leadSeconds(),
                        design.windowSeconds(),
                        OptionalDouble.empty(),
                        cell.timeout(),
                        marks);
        if (!allConnected) {
            generator().drop(arm.label());
        }
        var place = new Slices.Place(fork, launch, block, position, arm.label(), seed);
        return new Outcome(Slices.slice(place, marks.at, report, marks.before(), marks.after()), Slices.times(report));
    }

    private final class Marks implements GeneratorProcess.Window {
        private final SubjectProcess arm;
        private Instant at = Instant.EPOCH;
        private SliceMeter.@Nullable Mark before;
        private SliceMeter.@Nullable Mark after;

        Marks(SubjectProcess arm) {
            this.arm = arm;
        }

        @Override
        public void opened() throws ChildException, InterruptedException {
            at = Instant.now();
            before = meter().mark(arm);
        }

        @Override
        public void closed() throws ChildException, InterruptedException {
            after = meter().mark(arm);
        }

        SliceMeter.Mark before() {
            return present(before);
        }

        SliceMeter.Mark after() {
            return present(after);
        }
    }

    private void connect(SubjectProcess arm) throws ChildException, InterruptedException {
        doing.accept("connecting to " + arm.label());
        generator().connect(arm.label(), cell.plan("127.0.0.1", arm.port(), draw.arrivals(fork, 0)));
    }

    private interface Step {
        void run() throws ChildException, InterruptedException;
    }

    /** Does something with an arm; if the arm fails at it, the fork goes on without it. */
    private void attempt(SubjectProcess arm, Step step) throws ChildException, InterruptedException {
        try {
            step.run();
        } catch (ChildException failed) {
            if (generator().isAlive()) {
                archive.append(fork, List.of(dropped(arm, failed)), List.of());
                requireBaseline(List.of());
            } else {
                throw failed;
            }
        }
    }

    private Entry dropped(SubjectProcess arm, ChildException failed) throws InterruptedException {
        alive.remove(arm.label());
        arm.close();
        return new Entry.Failed(fork, launch, arm.label(), failed.reason(), failed.log());
    }

    private GeneratorProcess generator() {
        return present(generator);
    }

    private SliceMeter meter() {
        return present(meter);
    }

    private static <T> T present(@Nullable T value) {
        if (value == null) {
            throw new IllegalStateException("the fork has not begun");
        }
        return value;
    }

    /** Ends all children. */
    @Override
    public void close() {
        if (generator != null) {
            generator.close();
        }
        alive.values().forEach(SubjectProcess::close);
    }
}
