package dev.gearbox.theory;

/**
 * How many threads a pool should have, and what a pool of a given size can do.
 *
 * <p>Source: B. Goetz et al., "Java Concurrency in Practice", 2006, section 8.2. Derivation: a task that computes for c and waits for w uses c / (w + c) of
 * a core, so m cores are used to a share u by m u (w + c) / c tasks. It assumes that what tasks wait for does not become slower with more of them, and
 * takes averages: if times vary, that many threads leave the cores idle for part of the time.
 */
public final class PoolSizing {
    private PoolSizing() {}

    /**
     * Returns the number of threads that keep the cores busy: cores × utilisation × (1 + wait / compute). For tasks that never wait this is the
     * number of cores, times the utilisation.
     *
     * @param cores at least one
     * @param utilisation of them, as intended: above 0, at most 1
     * @param waitSeconds for which a task blocks
     * @param computeSeconds processor time of a task
     */
    public static double threads(int cores, double utilisation, double waitSeconds, double computeSeconds) {
        Require.atLeast("cores", cores, 1);
        Require.share("utilisation", utilisation);
        Require.notNegative("wait", waitSeconds);
        Require.positive("compute", computeSeconds);
        return cores * utilisation * (1 + waitSeconds / computeSeconds);
    }

    /**
     * Returns how many requests compute at the same time, if each is split into this many parallel tasks that only compute: cores / tasks. More requests at
     * a time make each of them slower, and none faster.
     */
    public static double requestsAtOnce(int cores, int tasksOfRequest) {
        Require.atLeast("cores", cores, 1);
        Require.atLeast("tasks of a request", tasksOfRequest, 1);
        return (double) cores / tasksOfRequest;
    }

    /** Returns the highest rate of a pool per second: its threads, or the cores, are all busy. min(k / (w + c), m / c). */
    public static double highestRate(int threads, int cores, double waitSeconds, double computeSeconds) {
        Require.atLeast("threads", threads, 1);
        Require.atLeast("cores", cores, 1);
        Require.notNegative("wait", waitSeconds);
        Require.positive("compute", computeSeconds);
        return Math.min(threads / (waitSeconds + computeSeconds), cores / computeSeconds);
    }
}
