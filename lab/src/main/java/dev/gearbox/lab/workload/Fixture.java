package dev.gearbox.lab.workload;

import java.util.List;
import java.util.Map;

/**
 * What the arms of a fork need on this machine, such as files to read or services to call. The lab's process creates it before the JVMs of the fork start,
 * and removes it after they have ended. If this process ends before, what it leaves behind must be removed when the next fixture is created.
 */
public interface Fixture extends AutoCloseable {
    /** Nothing is needed. */
    Fixture NONE = new Fixture() {};

    /** Returns additional parameters of every job, by key. */
    default Map<String, String> job() {
        return Map.of();
    }

    /** Returns additional arguments of every subject. */
    default List<String> arguments() {
        return List.of();
    }

    /** Returns its processes, whose use of the machine does not count as foreign. */
    default List<Long> pids() {
        return List.of();
    }

    /** Returns what a reader of the results must know about it, in sentences. */
    default List<String> notes() {
        return List.of();
    }

    @Override
    default void close() {}

    /** Creates a fixture for a cell. */
    @FunctionalInterface
    interface Factory {
        /**
         * Creates the fixture.
         *
         * @throws dev.gearbox.lab.data.LabException if it cannot be created; the message says why, and what to do
         */
        Fixture make(JobCell cell) throws InterruptedException;
    }
}
