package dev.gearbox.theory.simulate;

/**
 * A server: threads, and the cores that they share. A thread that computes keeps its core until it ends or waits, or until its time slice has ended while another
 * thread is ready; ready threads take turns.
 *
 * <p>What is left out: system calls (add them to the task), caches, memory, and the network.
 *
 * @param threads on which requests are served
 * @param cores at least one
 * @param sliceSeconds the time slice; infinity for none
 * @param overheads of changes between threads
 */
public record SimulatedServer(Threads threads, int cores, double sliceSeconds, Overheads overheads) {
    /** The requests are so many times as many as those before them, which are not counted: the server begins empty, and comes into balance. */
    private static final int WARM_UP = 10;

    public SimulatedServer {
        if (cores < 1) {
            throw new IllegalArgumentException("cores: " + cores + " is too few: at least 1");
        }
        if (!(sliceSeconds > 0)) {
            throw new IllegalArgumentException("time slice: " + sliceSeconds + " is out of range: above 0");
        }
    }

    /** A server whose threads change at no cost. */
    public SimulatedServer(Threads threads, int cores, double sliceSeconds) {
        this(threads, cores, sliceSeconds, Overheads.NONE);
    }

    /** A server whose threads keep their cores until they end or wait. */
    public SimulatedServer(Threads threads, int cores) {
        this(threads, cores, Double.POSITIVE_INFINITY);
    }

    /**
     * Simulates the server from empty, and returns what happened to its requests after a warm-up of a tenth more. Runs on
     * the calling thread.
     *
     * @param requests to be counted, at least 100
     * @param seed of all random numbers. Requests of an open loop come at the same times and need the same times on every server with this seed, so that servers
     *     can be compared request by request
     */
    public SimulatedRun serve(Demand demand, Task task, int requests, long seed) {
        if (requests < SimulatedRun.BATCHES) {
            throw new IllegalArgumentException(
                    "requests: " + requests + " is too few: at least " + SimulatedRun.BATCHES);
        }
        return new Simulation(this, demand, task, seed).run(requests / WARM_UP, requests);
    }
}
