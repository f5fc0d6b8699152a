package dev.gearbox.lab.slice;

import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.Probe;
import java.io.IOException;
import java.time.Duration;

/**
 * Waits until the machine is quiet. A disturbed block is dropped, so it is better not to begin it: before a fork, and after each disturbed block, the lab
 * briefly checks whether other programs are running, and waits if so. Only considers outside causes, never a result, so it cannot select results.
 *
 * <p>Steal by the hypervisor only shows while a processor is in demand, so the check spins briefly.
 */
public final class QuietWait {
    private static final Duration LOOK = Duration.ofMillis(300);
    private static final Duration PAUSE = Duration.ofMillis(700);

    private final Probe probe;
    private final OwnProcesses own;
    private Duration patience;

    /**
     * Creates it for one fork.
     *
     * @param own the processes of the lab besides itself
     * @param patience how long it waits in total
     */
    public QuietWait(Probe probe, OwnProcesses own, Duration patience) {
        this.probe = probe;
        this.own = own;
        this.patience = patience;
    }

    /** The result of waiting. */
    public record Waited(Duration took, boolean calm) {}

    /** Returns as soon as the machine is quiet, or the time limit of this fork is reached. Without any time left it does not look, since it could not wait. */
    public Waited await() throws IOException, InterruptedException {
        if (!patience.isPositive()) {
            return new Waited(Duration.ZERO, false);
        }
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

    /** Returns whether no other program demanded a processor while this thread spun. */
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
