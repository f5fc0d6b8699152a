package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.UnitCost;
import dev.gearbox.theory.simulate.Overheads;

/**
 * What a request costs in one arrangement, in seconds of processor time; {@link #of} is the formula of each arrangement.
 *
 * @param work of the thread that serves the request, with the application's processor time, without any wake-up
 * @param overheads of wake-ups and hand-overs
 * @param application the application's part of the work
 */
record RequestCosts(double work, Overheads overheads, double application) {
    /** By eye, from the processor time of a selector's loop between pauses of 0.02 to 10 ms on one machine. */
    private static final double HALF_IDLE = 0.003;

    /** The processor time that every request has, however busy the threads are. */
    double least() {
        return work + overheads.dispatchSeconds();
    }

    /** The same with all costs but the application's multiplied. */
    RequestCosts scaled(double factor) {
        return new RequestCosts(
                application + factor * (work - application),
                new Overheads(
                        factor * overheads.wakeSeconds(),
                        factor * overheads.wakeDelaySeconds(),
                        factor * overheads.dispatchSeconds(),
                        factor * overheads.selectorWakeSeconds(),
                        factor * overheads.switchSeconds()),
                application);
    }

    /**
     * The same where requests come so rarely that cores are idle before them: their caches are cold then, and a virtual machine has to be resumed. The cost grows with the idle
     * time, and has half of its limit after {@value #HALF_IDLE} s.
     */
    RequestCosts afterIdleTime(EngineSetting setting, DescribedWorkload workload, Costs costs, IntervalEnd level) {
        int cores = Math.min(setting.threads(), workload.cores());
        boolean pooled = setting.engine().arrangement().pooled();
        double share = idleShare(Math.max(0, cores / workload.rate() - work)) / idleShare(UnitCost.IDLE_SECONDS);
        double more = share * level.of(costs.range(UnitCost.IDLE_CORE));
        return new RequestCosts(
                work,
                new Overheads(
                        // Behind a selector a thread of the pool wakes up on another core, if there is one.
                        overheads.wakeSeconds() + (pooled && workload.cores() == 1 ? 0 : more),
                        overheads.wakeDelaySeconds() + share * level.of(costs.range(UnitCost.IDLE_DELAY)),
                        overheads.dispatchSeconds(),
                        overheads.selectorWakeSeconds() + (pooled ? more : 0),
                        overheads.switchSeconds()),
                application);
    }

    private static double idleShare(double seconds) {
        return seconds / (seconds + HALF_IDLE);
    }

    static RequestCosts of(EngineTraits engine, DescribedWorkload workload, Costs costs, IntervalEnd level) {
        CostsAt at = new CostsAt(costs, level);
        double io = level.of(engine.io());
        double more = Math.max(0, workload.bytes() - UnitCost.MESSAGE) * at.of(UnitCost.BYTE);
        double message = io * (at.of(UnitCost.READ) + at.of(UnitCost.WRITE) + more);
        double ready = io * at.of(UnitCost.READY);
        double cpu = workload.cpuSeconds();
        double delay = at.of(UnitCost.WAKE_UP);
        double change = at.of(UnitCost.THREAD_SWITCH);
        double select = io * at.of(UnitCost.SELECT);
        return switch (engine.arrangement()) {
            case LOOP, LOOPS ->
                new RequestCosts(message + ready + cpu, new Overheads(select, delay, 0, 0, change), cpu);
            // A call that waits unmounts the virtual thread and mounts it again, by the loop itself.
            case VIRTUAL_LOOPS ->
                new RequestCosts(
                        message + ready + cpu + (workload.blocks() ? at.of(UnitCost.THREAD_SWITCH) : 0),
                        new Overheads(select, delay, 0, 0, change),
                        cpu);
            case CONNECTION ->
                new RequestCosts(
                        message + cpu + (workload.blocks() ? change : 0),
                        new Overheads(io * at.of(UnitCost.BLOCK), delay, 0, 0, change),
                        cpu);
            case VIRTUAL ->
                new RequestCosts(
                        message + cpu + (workload.blocks() ? change : 0),
                        new Overheads(io * at.of(UnitCost.VIRTUAL_MOUNT), delay, 0, 0, change),
                        cpu);
            // The selector finds the connection, and again when the pool has armed it, for which the selector wakes up.
            case SELECTOR_POOL ->
                new RequestCosts(
                        message + ready + select + cpu + (workload.blocks() ? change : 0),
                        new Overheads(io * at.of(UnitCost.HAND_OVER), delay, 2 * ready, select, change),
                        cpu);
            // The loop reads; the answer returns to it through its queue, for which it wakes up.
            case OFFLOAD ->
                new RequestCosts(
                        io * at.of(UnitCost.HAND_OVER) + cpu + (workload.blocks() ? change : 0),
                        new Overheads(io * at.of(UnitCost.HAND_OVER), delay, message + ready, select, change),
                        cpu);
        };
    }

    private record CostsAt(Costs costs, IntervalEnd level) {
        double of(UnitCost cost) {
            return level.of(costs.range(cost));
        }
    }
}
