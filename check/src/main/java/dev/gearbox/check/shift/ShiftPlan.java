package dev.gearbox.check.shift;

import java.util.List;

/**
 * What is to be proved.
 *
 * @param specs engines, each of which can let go of connections and adopt them
 * @param connections that move, all at the same time
 * @param shifts at least so many: half of them while there is little traffic, the rest while there is as much as goes, and some
 *     more of connections that are half-closed
 * @param seed of all bytes, sizes and ways; the order in which threads come is not in it
 */
public record ShiftPlan(List<String> specs, int connections, long shifts, long seed) {
    public ShiftPlan {
        specs = List.copyOf(specs);
        if (specs.isEmpty() || connections < 1 || shifts < 2) {
            throw new IllegalArgumentException("a proof takes an engine, a connection and two shifts");
        }
    }
}
