package dev.gearbox.lab.load;

import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.fork.Harness.Exercise;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.LoadPlan;
import java.util.List;
import java.util.Optional;

/**
 * The first part of the warm-up of a load with few requests. At 100 requests a second HotSpot takes a minute or more to optimize what a request runs, which is longer
 * than a warm-up lasts; a server that has run for a day is optimized. So a few users ask without pauses, on connections of their own, until as many requests
 * were answered as compile what each of them runs, or for half of the time of the warm-up. The other half is at the load's own rate, as in the blocks.
 */
final class FlatOutWarmUp {
    /** Twice the calls after which HotSpot's optimizing compiler takes a method without loops (Tier4InvocationThreshold). */
    static final long ENOUGH = 10_000;

    private static final String HOST = "127.0.0.1";
    private static final int MOST_USERS = 50;
    private static final double BURST_SECONDS = 0.5;

    private final Cell cell;
    private final double mostSeconds;
    private final GeneratorProcess generator;

    FlatOutWarmUp(Cell cell, double warmSeconds, GeneratorProcess generator) {
        this.cell = cell;
        this.generator = generator;
        mostSeconds = warmSeconds / 2;
    }

    /** Returns whether a warm-up at the load's own rate has too few requests, and half of it is long enough for this. */
    static boolean needed(Cell cell, double warmSeconds) {
        return cell.arrivalsPerSecond() * warmSeconds < ENOUGH && warmSeconds / 2 >= BURST_SECONDS;
    }

    /** Returns the remark on it for the reader of the results. */
    static Optional<String> note(Cell cell, double warmSeconds) {
        return needed(cell, warmSeconds)
                ? Optional.of(
                        "the load has too few requests for a JVM to compile its code during the warm-up: each arm is loaded"
                                + " without pauses first, until " + ENOUGH
                                + " requests are answered, but for half of the warm-up at most")
                : Optional.empty();
    }

    /** Loads an arm without pauses. */
    Exercise exercise(SubjectProcess arm) throws ChildException, InterruptedException {
        long begun = System.nanoTime();
        double answered = 0;
        double passed = 0;
        while (answered < ENOUGH && passed + BURST_SECONDS <= mostSeconds) {
            arm.check();
            answered += generator
                            .once(arm.label() + " flat out", plan(arm), 0, BURST_SECONDS)
                            .answeredPerSecond()
                    * BURST_SECONDS;
            passed = (System.nanoTime() - begun) / 1e9;
        }
        return new Exercise(passed, answered >= ENOUGH);
    }

    private LoadPlan plan(SubjectProcess arm) {
        int users = Math.min(MOST_USERS, cell.arrivals().connections());
        LoadPlan own = cell.plan(HOST, arm.port(), 0);
        return new LoadPlan(
                own.host(),
                own.port(),
                own.script(),
                new Arrivals.Closed(users),
                own.warmUp(),
                own.measure(),
                own.timeout(),
                own.seed(),
                List.of());
    }
}
