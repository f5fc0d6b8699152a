package dev.gearbox.theory.simulate;

/**
 * What the change from one thread to another costs. A thread that finds its next request waiting pays for no wake-up: the busier a loop or a pool is, the less it
 * pays for each request. A thread that serves one connection is idle before each request, and always pays.
 *
 * @param wakeSeconds computing that a thread adds to the request for which it wakes up
 * @param wakeDelaySeconds from the arrival of that request until the thread is ready; needs no core
 * @param dispatchSeconds computing of the selector's thread for each request that it gives to a pool ({@link Threads.SelectorPool})
 * @param selectorWakeSeconds computing that this thread adds when it wakes up
 * @param switchSeconds computing that a time slice adds when it ends because another thread is ready
 */
public record Overheads(
        double wakeSeconds,
        double wakeDelaySeconds,
        double dispatchSeconds,
        double selectorWakeSeconds,
        double switchSeconds) {
    /** Nothing costs anything: the servers of queueing theory. */
    public static final Overheads NONE = new Overheads(0, 0, 0, 0, 0);

    public Overheads {
        check("wake-up", wakeSeconds);
        check("delay of a wake-up", wakeDelaySeconds);
        check("dispatch", dispatchSeconds);
        check("wake-up of the selector", selectorWakeSeconds);
        check("switch", switchSeconds);
    }

    private static void check(String name, double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": " + seconds + " s is out of range: 0 or more, and finite");
        }
    }
}
