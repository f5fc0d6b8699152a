package dev.gearbox.lab.workload;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The condition of all arms of an experiment: a load that they serve, a job that they do, or idle connections that they hold. One point of a workload's grid.
 */
public sealed interface Condition permits Cell, JobCell, MemoryCell {
    /** Returns the name of the workload. */
    String workload();

    /** Returns the set of durations. */
    Length length();

    /** Returns the value on each axis. */
    Map<String, String> parameters();

    /** Returns the abilities that a subject must have. */
    Set<String> requires();

    /** Returns the arguments of every subject's main class, after its own arguments. */
    List<String> arguments();

    /** Returns a text such as "ping" or "ping connections=100 bytes=64". */
    default String label() {
        StringBuilder label = new StringBuilder(workload());
        parameters()
                .forEach((axis, value) ->
                        label.append(' ').append(axis).append('=').append(value));
        return label.toString();
    }
}
