package dev.gearbox.lab.load;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.InstrumentProcess;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.InstrumentOptions;
import dev.gearbox.stats.FitnessLimits;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A process that the servers of a fork, or of a single run, call while they are under load, on the processors of the generator. It starts before the servers, which get its
 * address, and it is a suspect as the generator is: a slice in which it answered late or had too little of its core to spare says nothing about a
 * server.
 */
public final class CalledServices implements Fixture {
    private final String name;
    private final InstrumentProcess process;
    private final boolean yields;

    private CalledServices(String name, InstrumentProcess process, boolean yields) {
        this.name = name;
        this.process = process;
        this.yields = yields;
    }

    /** Starts it and waits until it listens. */
    public static CalledServices start(InstrumentOptions wanted, ChildSetup setup)
            throws ChildException, InterruptedException {
        try {
            return new CalledServices(
                    wanted.name(),
                    InstrumentProcess.startBesideGenerator(wanted, setup),
                    InstrumentProcess.yields(setup));
        } catch (IOException cannotStart) {
            throw new ChildException(
                    "the " + wanted.name() + " could not be started: " + cannotStart.getMessage(), null);
        }
    }

    @Override
    public List<String> arguments() {
        return List.of("--" + name, "http://127.0.0.1:" + process.port());
    }

    @Override
    public List<Long> pids() {
        return List.of(process.pid());
    }

    @Override
    public List<String> notes() {
        return yields
                ? List.of("The " + name
                        + " share the generator's processor, and yield it to the generator (SCHED_BATCH).")
                : List.of();
    }

    @Override
    public void close() {
        process.close();
    }

    /** A reading of its counters. */
    record Mark(long nanos, InstrumentProcess.Mark counters) {}

    Mark mark() throws ChildException, InterruptedException {
        return new Mark(System.nanoTime(), process.mark());
    }

    /** Returns the slice, with the verdict on its generator joined by that on this process since a reading. */
    Slice judged(Slice slice, Mark before) throws ChildException, InterruptedException {
        Mark after = mark();
        double millis = (after.nanos - before.nanos) / 1e6;
        Slice.GeneratorLag own = process.judge(before.counters, after.counters, millis);
        Slice.GeneratorLag generator = slice.generator();
        List<String> reasons = new ArrayList<>(generator.reasons());
        if (own.lagP99Micros() > 1e3 * FitnessLimits.JOB_LATE_MILLIS) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "the %s were late by %.1f ms (p99; allowed %.0f ms)",
                    name,
                    own.lagP99Micros() / 1e3,
                    FitnessLimits.JOB_LATE_MILLIS));
        }
        if (own.work() > FitnessLimits.WORK) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "the %s worked %.0f %% of the time (allowed %.0f %%)",
                    name,
                    100 * own.work(),
                    100 * FitnessLimits.WORK));
        }
        return slice.with(new Slice.GeneratorLag(
                reasons.isEmpty(),
                reasons,
                generator.lagP50Micros(),
                generator.lagP99Micros(),
                generator.work(),
                generator.away()));
    }
}
