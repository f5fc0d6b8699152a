package dev.gearbox.lab;

import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Subject;
import java.time.Duration;

/**
 * A run of a program whose processor time is read from outside. The kernel counts it in ticks of 10 ms: on a busy machine, a program may answer in a short
 * window without any tick. The run is repeated with a longer window until there is one; a program that answers for half a minute has one.
 */
public final class TickedRun {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    private TickedRun() {}

    /** Returns the first run with a tick, or the longest one. */
    public static SingleRun.Result of(ChildSetup setup, Cell cell, Subject subject) throws InterruptedException {
        Duration window = Duration.ofMillis(400);
        SingleRun.Result result = SingleRun.open(setup).run(cell, subject);
        while (result.slice().cost().cpuMicros() == 0 && window.compareTo(LONGEST) < 0) {
            window = window.multipliedBy(4);
            result = SingleRun.open(setup).run(cell.during(Duration.ofMillis(100), window), subject);
        }
        return result;
    }
}
