package dev.gearbox.core;

/**
 * What one loop of an engine has to do.
 *
 * @param name the loop's, and its thread's
 * @param connections that are assigned to it
 * @param busyNanos time it spent working, since it began
 * @param waitNanos time it spent waiting for events, since it began
 */
public record LoopLoad(String name, int connections, long busyNanos, long waitNanos) {
    /** The share of time that it worked, 0 to 1, since it began; NaN before that. */
    public double utilisation() {
        return busyNanos + waitNanos == 0 ? Double.NaN : (double) busyNanos / (busyNanos + waitNanos);
    }
}
