package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import java.time.Duration;

/**
 * Tracks the progress of an experiment: slices of warm-up and blocks take a fixed time each, and each fork has an overhead (JVMs start, users connect)
 * that is estimated at first and then measured.
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

    /** Estimates the duration of a fork from its kind. */
    interface ForkTime {
        double seconds(Design design, int arms);
    }

    /** Estimates the duration of a fork. */
    static Duration fork(Design design, int arms, ForkTime guess) {
        return Duration.ofMillis(Math.round(1e3 * guess.seconds(design, arms)));
    }

    /** Estimates the duration of an experiment that has not begun. */
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
