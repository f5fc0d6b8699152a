package dev.gearbox.theory;

/**
 * A pool that adds a thread whenever a task finds none: no task waits for a thread, until there is no memory for another one. What remains is the
 * processor: waiting overlaps, computing does so only on several cores.
 *
 * <p>Derivation, for tasks that arrive at once, wait once and compute once, in either order: if they wait first, all come to the cores together, after w,
 * and m cores need ⌈n / m⌉ c; if they compute first, the last to compute waits afterwards. Both make w + ⌈n / m⌉ c. The costs of threads (creation,
 * switches) are left out: it is a lower limit.
 *
 * @param waitSeconds for which a task blocks
 * @param computeSeconds processor time of a task
 * @param cores that compute at the same time
 * @param threadBytes memory of a thread: its stack as far as it is used, and what its task holds
 * @param memoryBytes for threads
 */
public record ElasticPool(
        double waitSeconds, double computeSeconds, int cores, double threadBytes, double memoryBytes) {
    public ElasticPool {
        Require.notNegative("wait", waitSeconds);
        Require.notNegative("compute", computeSeconds);
        Require.atLeast("cores", cores, 1);
        Require.positive("memory of a thread", threadBytes);
        Require.positive("memory", memoryBytes);
    }

    /** Returns how many tasks can be under way at a time, before the memory ends. */
    public long mostTasks() {
        return (long) (memoryBytes / threadBytes);
    }

    /** Returns the seconds after which the last of these tasks ends, if all arrive at once; infinity if there is no memory for so many. */
    public double seconds(long tasks) {
        Require.atLeast("tasks", tasks, 1);
        if (tasks > mostTasks()) {
            return Double.POSITIVE_INFINITY;
        }
        long rounds = (tasks + cores - 1) / cores;
        return waitSeconds + rounds * computeSeconds;
    }
}
