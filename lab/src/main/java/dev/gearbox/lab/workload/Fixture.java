package dev.gearbox.lab.workload;

import java.util.List;
import java.util.Map;

/**
 * What the jobs of a fork need on this machine, such as files to read: made before its JVMs start, in the process of the lab, and taken away when they
 * have ended. One that the end of this process leaves behind has to be taken away by the next that is made.
 */
public interface Fixture extends AutoCloseable {
    /** Nothing is needed. */
    Fixture NONE = new Fixture() {};

    /** Returns additional parameters of every job, by key. */
    default Map<String, String> job() {
        return Map.of();
    }

    /** What a reader of the results must know of it, in sentences. */
    default List<String> notes() {
        return List.of();
    }

    @Override
    default void close() {}

    /** Makes one for a cell. */
    @FunctionalInterface
    interface Factory {
        /**
         * Makes it.
         *
         * @throws dev.gearbox.lab.data.LabException if it cannot be had: says why, and what to do
         */
        Fixture make(JobCell cell) throws InterruptedException;
    }
}
