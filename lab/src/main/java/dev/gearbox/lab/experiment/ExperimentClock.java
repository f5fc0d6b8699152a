package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import java.time.Duration;

/**
 * How much of an experiment is done: slices, of warm-up and of blocks, each a fixed time, and for each fork an overhead
 * (JVMs start, users connect) that is guessed at first and then learned.
 */
final class ExperimentClock {
    /** Ending a slice, switching arms: measured to be about this. */
    private static final double BETWEEN = 0.08;

    /** Attaching a counter to an arm. */
    private static final double COUNTING = 0.2;

    /** A search for the highest rate of an arm takes so many times its goal's sum of durations: quick 25 s, full 80 s. */
    private static final double SEARCH = 4;

    /** A client with its libraries takes so long to start, where eight at a time do. */
    private static final double JOB_START = 0.6;

    /** The first job of a JVM takes so much longer than later ones: classes are loaded, and code is compiled. */
    private static final double COLD = 0.85;

    private double forkSeconds;
    private double forksSpent;
    private int forksDone;
    private int forksLeft;
    private long begun;

    ExperimentClock(Design design, int arms, boolean jobs, int forksLeft) {
        this.forksLeft = forksLeft;
        this.forkSeconds = forkSeconds(design, arms, jobs);
        this.begun = System.nanoTime();
    }

    /**
     * About how long an experiment takes that has not begun.
     *
     * @param jobs whether its arms do jobs: then nothing is counted or searched besides
     */
    static Duration expected(Design design, int arms, boolean jobs) {
        return Duration.ofMillis(Math.round(1e3 * design.forks() * forkSeconds(design, arms, jobs)));
    }

    static double forkSeconds(Design design, int arms, boolean jobs) {
        if (jobs) {
            double once = design.windowSeconds() + BETWEEN;
            return JOB_START * (arms + 1) + arms * (COLD + design.warmSeconds() + design.blocks() * once);
        }
        double slice = design.leadSeconds() + design.windowSeconds() + BETWEEN;
        double warm = Math.min(design.warmSeconds(), 6 * design.windowSeconds()) / design.windowSeconds() * slice;
        double start = 3.5 + 0.6 * arms; // a JVM needs about half a second of the one core that it has
        double counted = Math.min(1, ForkExtras.COUNTED_FORKS / (double) design.forks());
        double counts = counted * (COUNTING + slice);
        double search =
                design.objective() == null ? 0 : SEARCH * (design.effort().equals("full") ? 3 : 1);
        return start + arms * (warm + design.blocks() * slice + counts + search);
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
