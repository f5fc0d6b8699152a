package dev.gearbox.testkit;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.Callable;

/** The allocation of a task on the thread that runs it. */
public final class TaskAllocation {
    private static final int TIMES = 5_000;

    private TaskAllocation() {}

    /**
     * Returns the bytes for each run, rounded down: of the first round in which they are at most {@code bound}, or of the last. Interpreted code boxes
     * values that compiled code does not, so a bound that holds may take some rounds.
     */
    public static long of(Callable<?> task, long bound) throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long deadline = System.nanoTime() + Conditions.LIMIT.toNanos();
        long each;
        do {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int count = 0; count < TIMES; count++) {
                task.call();
            }
            each = (threads.getCurrentThreadAllocatedBytes() - before) / TIMES;
        } while (each > bound && System.nanoTime() - deadline < 0);
        return each;
    }
}
