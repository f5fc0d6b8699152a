package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.fork.BlockQueue;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tracks the progress of an experiment, and how much time its forks may still take. A fork has an overhead (JVMs start, users connect, arms get warm) and
 * blocks. The times of both, and the share of blocks that count, are estimated at first and then measured.
 */
final class ExperimentClock {
    /** Blocks that count, assumed before the first one is measured: a single disturbed block says little. */
    private static final double ASSUMED = 2;

    private final double announced;
    private final ForkTime guess;
    private final int forks;
    private final LongSupplier nanos;
    private long begun;
    private int forksDone;
    private double forksSpent;
    private @Nullable BlockQueue queue;
    private double blocksSpent;
    private double blocksSpentBefore;

    /** What the blocks and the overheads measured so far were estimated to take. */
    private double blocksGuessed;

    private double overheadsGuessed;
    private Guess fork;
    private int measured;
    private int counting;
    private double shown;

    /**
     * Creates it when the first fork begins.
     *
     * @param forks the number of forks that are still to be measured
     * @param nanos a monotonic clock
     */
    ExperimentClock(Design design, int arms, ForkTime guess, int forks, LongSupplier nanos) {
        this.forks = forks;
        this.nanos = nanos;
        this.guess = guess;
        announced = guess.seconds(design, arms);
        fork = guess(design, arms);
        begun = nanos.getAsLong();
    }

    /**
     * The estimates for a fork: it has fewer arms and more blocks after some have left.
     *
     * @param overhead in seconds
     * @param block of a block
     */
    private record Guess(int blocks, double overhead, double block) {}

    private Guess guess(Design ofFork, int arms) {
        double whole = guess.seconds(ofFork, arms);
        double block = guess.seconds(ofFork.withBlocks(ofFork.blocks() + 1), arms) - whole;
        return new Guess(ofFork.blocks(), whole - ofFork.blocks() * block, block);
    }

    /** Estimates the duration of a fork from its kind. */
    interface ForkTime {
        double seconds(Design design, int arms);
    }

    /** Estimates the duration of an experiment that has not begun, on a machine that does not disturb it. */
    static Duration expected(Design design, int arms, ForkTime guess) {
        return duration(design.forks() * guess.seconds(design, arms));
    }

    /**
     * Returns what the current fork may take beyond its announced time: all forks so far may take twice what was announced for them, so a fork may use
     * what an earlier one has saved.
     */
    Duration spare() {
        return duration(2 * announced * (forksDone + 1) - announced - forksSpent - seconds());
    }

    /**
     * A launch of the current fork begins.
     *
     * @param ofFork with the blocks of this fork
     * @param arms of this fork
     */
    void launches(BlockQueue blocks, Design ofFork, int arms) {
        launchEnds();
        fork = guess(ofFork, arms);
        queue = blocks;
    }

    private void launchEnds() {
        if (queue != null) {
            blocksGuessed += queue.now() * fork.block;
            blocksSpent += seconds(queue.spent());
            queue = null;
        }
    }

    /** The current fork ends, and the next one begins. */
    void forkEnds() {
        if (queue != null) {
            measured += queue.measured();
            counting += queue.counting();
        }
        launchEnds();
        forksSpent += seconds();
        overheadsGuessed += fork.overhead;
        forksDone++;
        begun = nanos.getAsLong();
        blocksSpentBefore = blocksSpent;
    }

    /** Returns the share of the experiment that is done; it never decreases. */
    double fraction() {
        double spent = forksSpent + seconds();
        shown = Math.max(shown, spent / Math.max(1e-9, spent + secondsLeft()));
        return shown;
    }

    Duration left() {
        return duration(secondsLeft());
    }

    private double secondsLeft() {
        double inBlocks = blocksSpent + (queue == null ? 0 : seconds(queue.spent()));
        double guessed = blocksGuessed + (queue == null ? 0 : queue.now() * fork.block);
        double block = fork.block * (guessed == 0 ? 1 : inBlocks / guessed);
        double overhead =
                fork.overhead * (overheadsGuessed == 0 ? 1 : (forksSpent - blocksSpentBefore) / overheadsGuessed);
        double share = share();
        double missing = queue == null ? fork.blocks / share : queue.expected(share, duration(block));
        double here = Math.max(0, overhead + inBlocks - blocksSpentBefore + block * missing - seconds());
        int others = forks - forksDone - 1;
        return others < 1 ? here : here + others * another(overhead, block, share, here);
    }

    /**
     * Estimates the duration of each later fork, with the arms of this one: no longer than the time that all may take together allows.
     */
    private double another(double overhead, double block, double share, double here) {
        double undisturbed = overhead + block * fork.blocks;
        double allowed = (2 * announced * forks - forksSpent - seconds() - here) / (forks - forksDone - 1);
        return Math.clamp(overhead + block * fork.blocks / share, undisturbed, Math.max(undisturbed, allowed));
    }

    private double share() {
        int seen = measured + (queue == null ? 0 : queue.measured());
        int count = counting + (queue == null ? 0 : queue.counting());
        return (count + ASSUMED) / (seen + ASSUMED);
    }

    private double seconds() {
        return (nanos.getAsLong() - begun) / 1e9;
    }

    private static double seconds(Duration time) {
        return time.toNanos() / 1e9;
    }

    private static Duration duration(double seconds) {
        return Duration.ofMillis(Math.round(1e3 * seconds));
    }
}
