package dev.gearbox.lab;

import java.time.Duration;

/** Hears how a run is doing. Called on the thread that runs the lab, several times a second; must not block. */
public interface Progress {
    /** What a trial is doing. */
    enum Phase {
        /** The subject's JVM starts. */
        STARTING,
        /** The generator connects its users. */
        CONNECTING,
        /** Under load, not yet measured. */
        WARMING,
        /** In the measured window. */
        MEASURING,
        /** The children end. */
        STOPPING
    }

    /**
     * A moment in a run.
     *
     * @param trial which trial this is, from 1
     * @param trials how many there are
     * @param cell the workload with its parameters
     * @param subject the label of the subject
     * @param phase what it is doing
     * @param fraction of the whole run that is done, 0 to 1
     * @param left estimate of the time until the whole run is done
     */
    record Moment(int trial, int trials, String cell, String subject, Phase phase, double fraction, Duration left) {}

    /** Says nothing. */
    Progress SILENT = new Progress() {
        @Override
        public void at(Moment moment) {}

        @Override
        public void finished(TrialResult result) {}
    };

    /** The run is here now. */
    void at(Moment moment);

    /** A trial has ended, well or not, and its result is written. */
    void finished(TrialResult result);
}
