package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Usable;
import dev.gearbox.lab.fork.BlockQueue;
import dev.gearbox.lab.fork.Randomization;
import dev.gearbox.lab.fork.SpareTime;
import dev.gearbox.lab.fork.Thief;
import dev.gearbox.lab.load.LoadHarness;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.stream.IntStream;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A raced experiment in simulated time: designs, looks, verdicts, blocks, their replacement and the clock are the lab's own; the costs of the arms are
 * drawn: a value for each fork, noise for each slice, and what a {@link Thief} adds while it runs.
 */
final class RacedRun {
    private static final double FORK_SD = 0.02;
    private static final double SLICE_SD = 0.06;
    private static final double POLLUTION = 0.5;
    private static final double PER_SECOND = 10_000;
    private static final String BASELINE = "arm 0";

    /** What the clock said at a moment, in seconds. */
    record Said(int fork, double at, double left) {}

    private final Experiment experiment;
    private final double[] effects;
    private final Random random;
    private final Thief thief;
    private final ExperimentClock clock;
    private final List<Said> said = new ArrayList<>();
    private final double noise;
    private double now;

    /**
     * @param effects how much dearer each arm is, on the log scale; the first is the baseline
     * @param busy the share of the time in which another program runs
     */
    RacedRun(Design design, double[] effects, double busy, long seed) {
        this(design, effects, busy, 1, seed);
    }

    /** @param noise a factor of the usual spread between forks */
    RacedRun(Design design, double[] effects, double busy, double noise, long seed) {
        this.noise = noise;
        this.effects = effects.clone();
        random = new Random(seed);
        thief = new Thief(busy, seed ^ 0x5DEECE66DL);
        List<Arm> arms = new ArrayList<>();
        IntStream.range(0, effects.length).forEach(arm -> arms.add(new Arm(name(arm), List.of())));
        if (design.sentinel()) {
            arms.add(new Arm(BASELINE + Experiment.SENTINEL_SUFFIX, List.of()));
        }
        experiment = new Experiment(
                Experiment.FORMAT,
                "simulated",
                "simulated",
                "simulated, not measured",
                Map.of(),
                "echo",
                Map.of(),
                Experiment.OPEN,
                JsonNodeFactory.instance.objectNode(),
                arms,
                BASELINE,
                design,
                TestExperiment.HERE,
                1);
        clock = new ExperimentClock(
                design, arms.size(), LoadHarness::forkSeconds, design.forks(), () -> Math.round(1e9 * now));
    }

    static String name(int arm) {
        return "arm " + arm;
    }

    double seconds() {
        return now;
    }

    double announced() {
        return ExperimentClock.expected(experiment.design(), experiment.arms().size(), LoadHarness::forkSeconds)
                        .toMillis()
                / 1e3;
    }

    List<Said> said() {
        return List.copyOf(said);
    }

    /** Runs it to its end. */
    Evidence run(Race race) {
        return run(race, experiment.design().forks(), new Evidence(experiment, List.of(), List.of()));
    }

    /** Runs forks up to a number after those that there are. */
    Evidence run(Race race, int last, Evidence before) {
        RacePlan plan = new RacePlan(experiment, race, LoadHarness::forkSeconds, false);
        Evidence evidence = before;
        for (int fork = evidence.forks().size() + 1; fork <= last; fork++) {
            Optional<Experiment> part = plan.of(fork, evidence);
            if (part.isEmpty()) {
                break;
            }
            List<Evidence.Fork> forks = new ArrayList<>(evidence.forks());
            forks.add(fork(fork, part.get()));
            evidence = new Evidence(experiment, forks, List.of());
        }
        return evidence;
    }

    private Evidence.Fork fork(int fork, Experiment part) {
        List<ForkEvent> entries = new ArrayList<>();
        List<String> left = RacePlan.left(experiment, part);
        if (!left.isEmpty()) {
            entries.add(new ForkEvent.Raced(fork, left));
        }
        List<String> racing = part.arms().stream().map(Arm::label).toList();
        Design design = part.design();
        SpareTime spare = new SpareTime(clock.spare());
        BlockQueue queue = BlockQueue.of(part, new Evidence.Fork(fork, List.of(), Map.of()), spare);
        clock.launches(queue, design, racing.size());
        Map<String, Double> levels = new HashMap<>();
        experiment.arms().forEach(arm -> levels.put(arm.label(), noise * FORK_SD * random.nextGaussian()));
        double slice =
                LoadHarness.forkSeconds(design.withBlocks(design.blocks() + 1), 1) - LoadHarness.forkSeconds(design, 1);
        now += LoadHarness.forkSeconds(design, racing.size()) - design.blocks() * racing.size() * slice;
        Randomization draw = new Randomization(random.nextLong());
        for (OptionalInt next = queue.next(); next.isPresent(); next = queue.next()) {
            said.add(new Said(fork, now, clock.left().toMillis() / 1e3));
            int block = next.getAsInt();
            List<Slice> slices = new ArrayList<>();
            for (String arm : draw.order(racing, fork, block)) {
                slices.add(slice(fork, block, slices.size() + 1, arm, levels.getOrDefault(arm, 0.0), slice));
            }
            queue.measured(
                    block, Usable.of(slices, experiment), Duration.ofNanos(Math.round(1e9 * slice * racing.size())));
            slices.forEach(one -> entries.add(new ForkEvent.Measured(one)));
            entries.add(new ForkEvent.BlockDone(fork, block));
        }
        entries.add(new ForkEvent.ForkDone(fork));
        clock.forkEnds();
        return new Evidence.Fork(fork, entries, Map.of());
    }

    private double effect(String arm) {
        return IntStream.range(0, effects.length)
                .filter(number -> name(number).equals(arm))
                .mapToDouble(number -> effects[number])
                .findFirst()
                .orElse(effects[0]);
    }

    private Slice slice(int fork, int block, int position, String arm, double level, double takes) {
        double share = thief.share(now, now + takes);
        now += takes;
        double log = effect(arm)
                + level
                + SLICE_SD * random.nextGaussian()
                + (share == 0 ? 0 : share * POLLUTION * (1 + random.nextGaussian()));
        return new Slice(
                fork,
                1,
                block,
                position,
                arm,
                block,
                Instant.EPOCH,
                new Slice.Requests(1, PER_SECOND, PER_SECOND, Math.round(PER_SECOND), 0, 0, 0, 0, 100, 0, Map.of()),
                new Slice.ResourceUse(10 * Math.exp(log) * PER_SECOND, 0, null, null, null, null, null, 2, 1),
                new Slice.Disturbance(share, 0, 0),
                new Slice.GeneratorLag(true, List.of(), 1, 10, 0.3, 0));
    }
}
