package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.UnitCost;
import dev.gearbox.theory.simulate.Overheads;
import dev.gearbox.theory.simulate.Overheads.Dispatch;
import dev.gearbox.theory.simulate.Overheads.WakeUp;

/**
 * What a request costs in one arrangement, in seconds of processor time; {@link #of} is the formula of each arrangement.
 *
 * @param work of the thread that serves the request, with the application's processor time, without any wake-up
 * @param overheads of wake-ups and hand-overs
 * @param application the application's part of the work
 */
record RequestCosts(double work, Overheads overheads, double application) {
    /** The processor time that every request has, however busy the threads are. */
    double least() {
        return work + overheads.dispatch().seconds();
    }

    /** The same with all costs but the application's multiplied. */
    RequestCosts scaled(double factor) {
        return new RequestCosts(application + factor * (work - application), overheads.scaled(factor), application);
    }

    /**
     * The same where requests come so rarely that cores are idle before them: caches are cold then, and a virtual machine has to be resumed. Each thread that wakes up pays it,
     * also the second one on the same core, whose code and data are cold as well.
     */
    RequestCosts afterIdleTime(EngineSetting setting, DescribedWorkload workload, Costs costs, IntervalEnd level) {
        Arrangement arrangement = setting.engine().arrangement();
        int cores = Math.min(setting.threads(), workload.cores());
        // A request that has waited wakes a thread once more; what that costs is part of its work.
        int times = workload.blocks() ? 2 : 1;
        double idle = cores / workload.rate() / times - work;
        double more = afterIdle(
                idle, level.of(costs.range(UnitCost.SHORT_IDLE_CORE)), level.of(costs.range(UnitCost.IDLE_CORE)));
        double delay = afterIdle(
                idle, level.of(costs.range(UnitCost.SHORT_IDLE_DELAY)), level.of(costs.range(UnitCost.IDLE_DELAY)));
        // A poller wakes up, and then the carrier.
        double own = arrangement == Arrangement.VIRTUAL ? 2 * more : more;
        Dispatch dispatch = overheads.dispatch();
        return new RequestCosts(
                work,
                new Overheads(
                        longer(overheads.wake(), own, arrangement.pooled() ? 0 : delay),
                        arrangement.pooled()
                                ? new Dispatch(dispatch.seconds(), longer(dispatch.wake(), more, delay))
                                : dispatch,
                        overheads.switchSeconds()),
                application);
    }

    /**
     * What idle times cost in the mean that are as random as the arrivals of an open loop. The cost is interpolated between the idle times that are calibrated, and what is longer
     * than the longest costs as much.
     */
    private static double afterIdle(double meanSeconds, double afterShort, double afterLong) {
        return afterShort * share(meanSeconds, UnitCost.BRISK_SECONDS, UnitCost.SHORT_IDLE_SECONDS)
                + (afterLong - afterShort) * share(meanSeconds, UnitCost.SHORT_IDLE_SECONDS, UnitCost.IDLE_SECONDS);
    }

    /** The mean part of the way from one time to another that exponential times have gone: the integral of the probability to exceed a time. */
    private static double share(double mean, double from, double to) {
        return mean <= 0 ? 0 : mean * (Math.exp(-from / mean) - Math.exp(-to / mean)) / (to - from);
    }

    private static WakeUp longer(WakeUp wake, double seconds, double delay) {
        return new WakeUp(wake.idleSeconds() + seconds, wake.busySeconds(), wake.delaySeconds() + delay);
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
        WakeUp loop = new WakeUp(select, select, delay);
        double handOver = io * at.of(UnitCost.HAND_OVER);
        // The selector leaves its core to the thread that it has woken, if there is no other one.
        WakeUp pooled = new WakeUp(handOver, handOver, workload.cores() == 1 ? 0 : delay);
        return switch (engine.arrangement()) {
            case LOOP, LOOPS ->
                new RequestCosts(message + ready + cpu, new Overheads(loop, Dispatch.FREE, change), cpu);
            // A call that waits unmounts the virtual thread, and the loop wakes up to mount it again.
            case VIRTUAL_LOOPS ->
                new RequestCosts(
                        message + ready + cpu + waits(at.of(UnitCost.VIRTUAL_SLEEP), workload),
                        new Overheads(loop, Dispatch.FREE, change),
                        cpu);
            case CONNECTION ->
                own(
                        message + waits(at.of(UnitCost.SLEEP), workload),
                        new WakeUp(io * at.of(UnitCost.BLOCK), io * at.of(UnitCost.BLOCK_BUSY), delay),
                        change,
                        cpu);
            case VIRTUAL ->
                own(
                        message + waits(at.of(UnitCost.VIRTUAL_SLEEP), workload),
                        new WakeUp(io * at.of(UnitCost.VIRTUAL_MOUNT), io * at.of(UnitCost.VIRTUAL_MOUNT_BUSY), delay),
                        change,
                        cpu);
            // The selector finds the connection, and again when the pool has armed it, for which the selector wakes up.
            case SELECTOR_POOL ->
                new RequestCosts(
                        message + ready + select + cpu + waits(at.of(UnitCost.SLEEP), workload),
                        new Overheads(pooled, new Dispatch(2 * ready, loop), change),
                        cpu);
            // The loop reads; the answer returns to it through its queue, for which it wakes up.
            case OFFLOAD ->
                new RequestCosts(
                        handOver + cpu + waits(at.of(UnitCost.SLEEP), workload),
                        new Overheads(pooled, new Dispatch(message + ready, loop), change),
                        cpu);
        };
    }

    /** A thread of its own for each connection. */
    private static RequestCosts own(double io, WakeUp wake, double change, double cpu) {
        return new RequestCosts(io + cpu, new Overheads(wake, Dispatch.FREE, change), cpu);
    }

    private static double waits(double seconds, DescribedWorkload workload) {
        return workload.blocks() ? seconds : 0;
    }

    private record CostsAt(Costs costs, IntervalEnd level) {
        double of(UnitCost cost) {
            return level.of(costs.range(cost));
        }
    }
}
