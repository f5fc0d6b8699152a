package dev.gearbox.check;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.MachineReading;
import dev.gearbox.lab.Probe;
import java.io.IOException;
import java.time.Duration;

/** Whether anybody else uses the machine, asked while nothing of ours runs. */
final class Quiet {
    private static final Duration LOOK = Duration.ofSeconds(2);

    private Quiet() {}

    /** The cores that others kept busy in the next two seconds. */
    static double foreignCores() throws IOException, InterruptedException {
        Probe probe = Probe.open();
        MachineReading before = probe.machine();
        Thread.sleep(LOOK); // the time itself is what is looked at, not a condition
        return probe.machine().foreignCores(before);
    }

    /** Whether a slice was disturbed by others, by the limits of the analysis. */
    static boolean disturbed(Slice slice) {
        return slice.disturbance().foreignCores() > Slice.Disturbance.FOREIGN
                || slice.disturbance().steal() > Slice.Disturbance.STEAL;
    }
}
