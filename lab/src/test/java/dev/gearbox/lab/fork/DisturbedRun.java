package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.Usable;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Random;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * A quick experiment of two arms on a simulated machine with a {@link Thief}, in simulated time: the queue of blocks, the spare time and the order of
 * arms are the lab's own. The arms' costs are drawn: a value for each fork, noise for each slice, and what the thief adds while it runs.
 */
final class DisturbedRun {
    static final String A = "a";
    static final String B = "b";

    private static final int FORKS = 5;
    private static final int BLOCKS = 12;
    private static final double SLICE = 1.08;
    private static final double WINDOW = 0.9;
    private static final double OVERHEAD = 10;
    private static final double FORK = OVERHEAD + BLOCKS * 2 * SLICE;

    /** The duration that is announced, in seconds. */
    static final double ANNOUNCED = FORKS * FORK;

    private static final double FORK_SD = 0.02;
    private static final double SLICE_SD = 0.06;

    /** What the thief does to the cost of a request while it runs, on the log scale: it empties the caches, sometimes more, sometimes less. */
    private static final double POLLUTION = 0.5;

    private static final double PER_SECOND = 10_000;

    private static final Experiment EXPERIMENT = new Experiment(
            Experiment.FORMAT,
            "simulated",
            "simulated",
            "simulated, not measured",
            Map.of(),
            "echo",
            Map.of(),
            Experiment.OPEN,
            JsonNodeFactory.instance.objectNode(),
            List.of(new Arm(A, List.of()), new Arm(B, List.of())),
            A,
            new Design("quick", FORKS, BLOCKS, 0.1, WINDOW, 8, 0.10, 0.95, List.of(FORKS), false),
            new Machine(2, "", 0, "", "", "", "", 0, "", "", "", List.of(), List.of()),
            1);

    /** How the lab notices that other programs ran. */
    interface Gate {
        /** The lab's own: it sees the processors' time, and never a result. */
        Gate HONEST = (slice, cores) -> cores;

        /**
         * Returns the cores that others used, as recorded with a slice.
         *
         * @param slice with what it has cost
         * @param cores what others really used
         */
        double cores(MeasuredCost slice, double cores);
    }

    /** What a slice of an arm has cost, in µs for each request. */
    record MeasuredCost(String arm, double micros) {}

    private final Random random;
    private final Thief thief;
    private final double effect;
    private final Gate gate;
    private double now;
    private double forkOfA;
    private double forkOfB;

    /** @param effect how much dearer the second arm is, on the log scale */
    DisturbedRun(Thief thief, double effect, Gate gate, long seed) {
        this.random = new Random(seed);
        this.thief = thief;
        this.effect = effect;
        this.gate = gate;
    }

    /** Returns how long the run has taken so far, in seconds. */
    double seconds() {
        return now;
    }

    /** @param replaces whether disturbed blocks are replaced */
    Evidence evidence(boolean replaces) {
        List<Evidence.Fork> forks = new ArrayList<>();
        for (int fork = 1; fork <= FORKS; fork++) {
            double spare = 2 * FORK * fork - FORK - now;
            forks.add(fork(fork, new SpareTime(duration(replaces ? spare : 0))));
        }
        return new Evidence(EXPERIMENT, forks, List.of());
    }

    private Evidence.Fork fork(int fork, SpareTime spare) {
        List<ForkEvent> entries = new ArrayList<>();
        Randomization draw = new Randomization(random.nextLong());
        forkOfA = FORK_SD * random.nextGaussian();
        forkOfB = FORK_SD * random.nextGaussian() + effect;
        now += OVERHEAD;
        BlockQueue queue = BlockQueue.of(EXPERIMENT, new Evidence.Fork(fork, List.of(), Map.of()), spare);
        double patience = spare.left().toMillis() / 2e3;
        for (OptionalInt next = queue.next(); next.isPresent(); next = queue.next()) {
            int block = next.getAsInt();
            List<Slice> slices = new ArrayList<>();
            for (String arm : draw.order(List.of(A, B), fork, block)) {
                slices.add(slice(fork, block, slices.size() + 1, arm));
            }
            queue.measured(block, Usable.of(slices, EXPERIMENT), duration(2 * SLICE));
            slices.forEach(slice -> entries.add(new ForkEvent.Measured(slice)));
            entries.add(new ForkEvent.BlockDone(fork, block));
            if (slices.stream().anyMatch(slice -> slice.disturbance().exceeds())) {
                patience = awaitQuiet(patience, spare);
            }
        }
        entries.add(new ForkEvent.ForkDone(fork));
        return new Evidence.Fork(fork, entries, Map.of());
    }

    private double awaitQuiet(double patience, SpareTime spare) {
        double left = patience;
        while (left >= 1 && thief.share(now, now + 0.3) > 0) {
            now++;
            left--;
            spare.spend(Duration.ofSeconds(1));
        }
        return left;
    }

    private Slice slice(int fork, int block, int position, String arm) {
        double share = thief.share(now, now + SLICE);
        now += SLICE;
        double log = (arm.equals(A) ? forkOfA : forkOfB)
                + SLICE_SD * random.nextGaussian()
                + share * POLLUTION * (1 + random.nextGaussian());
        MeasuredCost cost = new MeasuredCost(arm, 10 * Math.exp(log));
        return new Slice(
                fork,
                1,
                block,
                position,
                arm,
                block,
                Instant.EPOCH,
                new Slice.Requests(
                        WINDOW, PER_SECOND, PER_SECOND, Math.round(PER_SECOND * WINDOW), 0, 0, 0, 0, 100, 0, Map.of()),
                new Slice.ResourceUse(cost.micros() * PER_SECOND, 0, null, null, null, null, null, 2, 1),
                new Slice.Disturbance(gate.cores(cost, share), 0, 0),
                new Slice.GeneratorLag(true, List.of(), 1, 10, 0.3, 0));
    }

    private static Duration duration(double seconds) {
        return Duration.ofNanos(Math.round(1e9 * seconds));
    }
}
