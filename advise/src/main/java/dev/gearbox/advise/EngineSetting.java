package dev.gearbox.advise;

import dev.gearbox.theory.PoolSizing;
import dev.gearbox.theory.simulate.Threads;

/**
 * An engine with its settings for a workload.
 *
 * @param engine which
 * @param threads that serve requests, and can be blocked
 * @param spec what to start
 */
record EngineSetting(EngineTraits engine, int threads, String spec) {
    /** So many standard deviations of the number of requests that wait find a free thread. */
    private static final double DEVIATIONS = 3;

    static EngineSetting of(EngineTraits engine, DescribedWorkload workload) {
        int threads = switch (engine.arrangement()) {
            case LOOP -> 1;
            case LOOPS, VIRTUAL_LOOPS -> workload.cores();
            case CONNECTION, VIRTUAL -> workload.connections();
            case SELECTOR_POOL, OFFLOAD -> pool(workload);
        };
        String spec = engine.spec()
                .replace("{cores}", Integer.toString(workload.cores()))
                .replace("{connections}", Integer.toString(workload.connections()))
                .replace("{threads}", Integer.toString(threads));
        return new EngineSetting(engine, threads, spec);
    }

    /**
     * The size of a pool: a thread for each core, and for each request that waits (Little's law), with a margin for random arrivals; not more than there are connections, and
     * not more than the cores can keep busy.
     */
    private static int pool(DescribedWorkload workload) {
        int least = workload.cores();
        if (!workload.blocks()) {
            return least;
        }
        double busy = workload.rate() * (workload.waitSeconds() + workload.cpuSeconds());
        double wanted = busy + DEVIATIONS * Math.sqrt(busy);
        double useful = workload.cpuSeconds() == 0
                ? wanted
                : PoolSizing.threads(workload.cores(), 1, workload.waitSeconds(), workload.cpuSeconds());
        return (int) Math.clamp(
                Math.ceil(Math.min(wanted, Math.max(busy, useful))), least, Math.max(least, workload.connections()));
    }

    /** The threads as the simulation sees them. */
    Threads simulated(DescribedWorkload workload) {
        return switch (engine.arrangement()) {
            case LOOP, LOOPS, VIRTUAL_LOOPS -> new Threads.Reactors(threads);
            case CONNECTION, VIRTUAL -> new Threads.PerRequest();
            case SELECTOR_POOL, OFFLOAD -> new Threads.SelectorPool(threads);
        };
    }

    /** Returns whether a request keeps its thread while it waits. */
    boolean keepsThread() {
        return engine.arrangement() != Arrangement.VIRTUAL_LOOPS;
    }

    /** Returns the highest rate per second: the cores, the threads, or the selector in front of them are busy all the time. */
    double highestRate(DescribedWorkload workload, RequestCosts costs) {
        // A thread for each connection is idle before most requests, and wakes up for them, however busy the cores are.
        double wake = engine.arrangement() == Arrangement.CONNECTION || engine.arrangement() == Arrangement.VIRTUAL
                ? costs.overheads().wake().busySeconds()
                : 0;
        double byCores = workload.cores() / (costs.least() + wake);
        double byThreads = threads / (costs.work() + wake + (keepsThread() ? workload.waitSeconds() : 0));
        double bySelector =
                engine.arrangement().pooled() ? 1 / costs.overheads().dispatch().seconds() : Double.POSITIVE_INFINITY;
        return Math.min(byCores, Math.min(byThreads, bySelector));
    }
}
