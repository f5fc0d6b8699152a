package dev.gearbox.lab.workload;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What all arms of an experiment are put under: a load that they serve, a job that they do, or idle connections that they hold. One point of a
 * workload's grid.
 */
public sealed interface Condition permits Cell, JobCell, MemoryCell {
    /** The name of the workload. */
    String workload();

    /** Which durations it has. */
    Length length();

    /** The value on each axis. */
    Map<String, String> parameters();

    /** Abilities that a subject must have. */
    Set<String> requires();

    /** What the main class of every subject is told, after its own arguments. */
    List<String> arguments();

    /** "ping", or "ping connections=100 bytes=64". */
    default String label() {
        StringBuilder label = new StringBuilder(workload());
        parameters()
                .forEach((axis, value) ->
                        label.append(' ').append(axis).append('=').append(value));
        return label.toString();
    }
}
