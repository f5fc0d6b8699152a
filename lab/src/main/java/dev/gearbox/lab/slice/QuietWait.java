package dev.gearbox.lab.slice;

import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.Probe;
import java.io.IOException;
import java.time.Duration;

/**
 * Waits for a quiet moment of the machine. A block that others spoil is dropped, so it is better not begun: before a fork,
 * and after each block that was spoilt, the lab looks for a moment whether anybody else is at work, and waits if so.
 * Looks only at outside causes, never at a result, so it cannot choose among results.
 *
 * <p>What the hypervisor takes away shows only while a processor is wanted, so looking means spinning for a moment.
 */
public final class QuietWait {
    private static final Duration LOOK = Duration.ofMillis(300);
    private static final Duration PAUSE = Duration.ofMillis(700);

    private final Probe probe;
    private final OwnProcesses own;
    private Duration patience;

    /**
     * For one fork.
     *
     * @param own the processes of the lab besides itself
     * @param patience how long it waits in all
     */
    public QuietWait(Probe probe, OwnProcesses own, Duration patience) {
        this.probe = probe;
        this.own = own;
        this.patience = patience;
    }

    /** What waiting came to. */
    public record Waited(Duration took, boolean calm) {}

    /** Returns as soon as the machine is quiet, or the patience of this fork is at an end. */
    public Waited await() throws IOException, InterruptedException {
        long begun = System.nanoTime();
        boolean calm = quiet();
        while (!calm && System.nanoTime() - begun < patience.toNanos()) {
            Thread.sleep(PAUSE);
            calm = quiet();
        }
        Duration took = Duration.ofNanos(System.nanoTime() - begun);
        patience = patience.minus(took);
        return new Waited(took, calm);
    }

    /** Whether nobody else wanted a processor while this thread spun. */
    private boolean quiet() throws IOException, InterruptedException {
        MachineReading before = own.machine(probe);
        long end = System.nanoTime() + LOOK.toNanos();
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
        if (Thread.interrupted()) {
            throw new InterruptedException("while waiting for a quiet machine");
        }
        return !own.machine(probe).disturbance(before, 0).exceeds();
    }
}
