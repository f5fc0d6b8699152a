package dev.gearbox.theory;

/**
 * A pool of k threads, each of which a task occupies for the same time; tasks that find no thread wait, first come, first served. Tasks that arrive at
 * once are served in rounds of k.
 *
 * <p>Derivation: a round begins when the one before ends, so task i ends after ⌈i / k⌉ rounds. It assumes equal times and enough cores for the
 * threads: for tasks that compute, k threads on fewer cores are as many as there are cores.
 *
 * @param threads at least one
 * @param taskSeconds for which a task occupies a thread, working or waiting
 */
public record BoundedPool(int threads, double taskSeconds) {
    public BoundedPool {
        Require.atLeast("threads", threads, 1);
        Require.positive("task", taskSeconds);
    }

    /** Returns the seconds after which the last of these tasks ends, if all arrive at once: 0 for none. */
    public double seconds(long tasks) {
        Require.atLeast("tasks", tasks, 0);
        return rounds(tasks) * taskSeconds;
    }

    /** Returns the mean response time of tasks that arrive at once, in seconds. */
    public double meanSeconds(long tasks) {
        Require.atLeast("tasks", tasks, 1);
        long full = tasks / threads;
        double sumOfFull = threads * (full * (full + 1) / 2.0);
        double sumOfRest = tasks % threads * (full + 1.0);
        return (sumOfFull + sumOfRest) / tasks * taskSeconds;
    }

    /** Returns how many tasks per second the pool can do: k / t. If more arrive, the queue grows without limit. */
    public double highestRate() {
        return threads / taskSeconds;
    }

    private long rounds(long tasks) {
        return (tasks + threads - 1) / threads;
    }
}
