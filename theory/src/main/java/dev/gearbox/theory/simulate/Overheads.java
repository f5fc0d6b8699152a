package dev.gearbox.theory.simulate;

/**
 * What the change from one thread to another costs. A thread that finds its next request waiting pays for no wake-up: the busier a loop or a pool is, the less it
 * pays for each request. A thread that serves one connection is idle before each request, and always pays.
 *
 * @param wake of the thread that serves a request
 * @param dispatch by the thread of a selector in front of a pool ({@link Threads.SelectorPool})
 * @param switchSeconds computing that a time slice adds when it ends because another thread is ready
 */
public record Overheads(WakeUp wake, Dispatch dispatch, double switchSeconds) {
    /** Nothing costs anything: the servers of queueing theory. */
    public static final Overheads NONE = new Overheads(WakeUp.FREE, Dispatch.FREE, 0);

    public Overheads {
        check("switch", switchSeconds);
    }

    /**
     * A thread wakes up for a request.
     *
     * @param idleSeconds computing that it adds to the request, if a core was idle
     * @param busySeconds the same if all cores were busy with other threads: one switch, and no core to wake
     * @param delaySeconds from the arrival of the request until the thread is ready; needs no core
     */
    public record WakeUp(double idleSeconds, double busySeconds, double delaySeconds) {
        /** Costs nothing. */
        public static final WakeUp FREE = new WakeUp(0, 0, 0);

        public WakeUp {
            check("wake-up", idleSeconds);
            check("wake-up of a busy core", busySeconds);
            check("delay of a wake-up", delaySeconds);
        }

        WakeUp scaled(double factor) {
            return new WakeUp(factor * idleSeconds, factor * busySeconds, factor * delaySeconds);
        }
    }

    /**
     * The selector's thread gives a request to the pool.
     *
     * @param seconds computing for each request
     * @param wake of the selector's thread
     */
    public record Dispatch(double seconds, WakeUp wake) {
        /** Costs nothing. */
        public static final Dispatch FREE = new Dispatch(0, WakeUp.FREE);

        public Dispatch {
            check("dispatch", seconds);
        }
    }

    /** Multiplies all. */
    public Overheads scaled(double factor) {
        return new Overheads(
                wake.scaled(factor),
                new Dispatch(factor * dispatch.seconds(), dispatch.wake().scaled(factor)),
                factor * switchSeconds);
    }

    private static void check(String name, double seconds) {
        if (!(seconds >= 0 && seconds < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": " + seconds + " s is out of range: 0 or more, and finite");
        }
    }
}
