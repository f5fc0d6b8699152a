package dev.gearbox.lab.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One point of the grid of a workload about memory: the numbers of connections over which the slope is taken, and the script of the users that hold them.
 *
 * @param workload the name of the workload
 * @param length the set of numbers
 * @param parameters the value on each axis except that of the numbers
 * @param points a load for each number of connections, with the same server options
 * @param quietFor how long all connections have been idle when memory is read
 */
public record MemoryCell(
        String workload, Length length, Map<String, String> parameters, List<Cell> points, Duration quietFor)
        implements Condition {
    /** Copies the collections, in their order. */
    public MemoryCell {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        points = List.copyOf(points);
        if (points.isEmpty()) {
            throw new IllegalArgumentException("a slope needs points");
        }
    }

    /** Returns the load with the most connections. */
    public Cell largest() {
        return Collections.max(points, Comparator.comparingInt(Cell::connections));
    }

    @Override
    public Set<String> requires() {
        return points.getFirst().requires();
    }

    @Override
    public List<String> arguments() {
        return points.getFirst().arguments();
    }
}
