package dev.gearbox.check.shift;

import java.util.List;

/**
 * The parameters of a proof.
 *
 * @param specs engines, each of which can release connections and adopt them
 * @param connections connections that move, all at the same time
 * @param shifts the minimum number: half of them under light traffic, the rest under saturation, and some more of connections that are half-closed
 * @param seed the seed of all bytes, sizes and routes; the scheduling of threads does not follow from it
 */
public record ShiftPlan(List<String> specs, int connections, long shifts, long seed) {
    public ShiftPlan {
        specs = List.copyOf(specs);
        if (specs.isEmpty() || connections < 1 || shifts < 2) {
            throw new IllegalArgumentException("a proof needs at least one engine, one connection and two shifts");
        }
    }
}
