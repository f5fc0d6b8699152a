package dev.gearbox.core;

/**
 * The load of one loop of an engine.
 *
 * @param name of the loop and of its thread
 * @param connections that are assigned to it
 * @param busyNanos time it spent working since it started
 * @param waitNanos time it spent waiting for events since it started
 */
public record LoopLoad(String name, int connections, long busyNanos, long waitNanos) {
    /** Returns the fraction of time that it worked since it started, 0 to 1; NaN before that. */
    public double utilisation() {
        return busyNanos + waitNanos == 0 ? Double.NaN : (double) busyNanos / (busyNanos + waitNanos);
    }
}
