package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import java.time.Duration;

/**
 * How much of an experiment is done: slices, of warm-up and of blocks, each a fixed time, and for each fork an overhead
 * (JVMs start, users connect) that is guessed at first and then learned.
 */
final class ExperimentClock {
    private double forkSeconds;
    private double forksSpent;
    private int forksDone;
    private int forksLeft;
    private long begun;

    ExperimentClock(Design design, int arms, ForkTime guess, int forksLeft) {
        this.forksLeft = forksLeft;
        this.forkSeconds = guess.seconds(design, arms);
        this.begun = System.nanoTime();
    }

    /** About how long a fork takes, as its kind guesses. */
    interface ForkTime {
        double seconds(Design design, int arms);
    }

    /** About how long a fork takes. */
    static Duration fork(Design design, int arms, ForkTime guess) {
        return Duration.ofMillis(Math.round(1e3 * guess.seconds(design, arms)));
    }

    /** About how long an experiment takes that has not begun. */
    static Duration expected(Design design, int arms, ForkTime guess) {
        return Duration.ofMillis(Math.round(1e3 * design.forks() * guess.seconds(design, arms)));
    }

    void forkBegins() {
        begun = System.nanoTime();
    }

    void forkEnds() {
        forksSpent += seconds();
        forksDone++;
        forksLeft--;
        forkSeconds = forksSpent / forksDone;
    }

    double fraction() {
        double done = forksSpent + Math.min(seconds(), forkSeconds);
        return Math.min(1, done / Math.max(1e-9, forksSpent + forksLeft * forkSeconds));
    }

    Duration left() {
        double left = forksLeft * forkSeconds - Math.min(seconds(), forkSeconds);
        return Duration.ofMillis(Math.round(1e3 * Math.max(0, left)));
    }

    private double seconds() {
        return (System.nanoTime() - begun) / 1e9;
    }
}
