package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Evidence;
import java.time.Duration;

/** Receives the progress of an experiment. Called on the thread that runs it, about once for each slice; must not block. */
public interface ExperimentListener {
    /** A listener that does nothing. */
    ExperimentListener NONE = new ExperimentListener() {};

    /**
     * The progress of an experiment.
     *
     * @param fork from 1
     * @param forks the total number of forks
     * @param what the current activity, in a few words
     * @param fraction the completed share of the experiment, 0 to 1
     * @param left the estimated remaining time
     */
    record Moment(int fork, int forks, String what, double fraction, Duration left) {}

    /** Called with the current progress. */
    default void at(Moment moment) {}

    /** Called when a fork is complete, with the evidence so far. */
    default void forkDone(Evidence evidence) {}
}
