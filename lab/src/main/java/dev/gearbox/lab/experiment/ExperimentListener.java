package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Evidence;
import java.time.Duration;

/** Hears how an experiment is doing. Called on the thread that runs it, about once for each slice; must not block. */
public interface ExperimentListener {
    /** Hears nothing. */
    ExperimentListener NONE = new ExperimentListener() {};

    /**
     * A moment in an experiment.
     *
     * @param fork from 1
     * @param forks how many there are to be
     * @param what is being done, in a few words
     * @param fraction of the experiment that is done, 0 to 1
     * @param left estimate of the time until it is done
     */
    record Moment(int fork, int forks, String what, double fraction, Duration left) {}

    /** It is here now. */
    default void at(Moment moment) {}

    /** A fork has all its blocks; this is what there is by now. */
    default void forkDone(Evidence evidence) {}
}
