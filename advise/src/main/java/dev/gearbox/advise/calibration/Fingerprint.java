package dev.gearbox.advise.calibration;

import dev.gearbox.evidence.Machine;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.machine.MachineProbe;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * What the costs of a machine depend on, without anything that changes from run to run.
 *
 * @param cores the number of processors available to the JVM
 * @param cpu the model of the processor
 * @param memoryMiB memory of the machine
 * @param os name and architecture
 * @param kernel its release
 * @param jdk virtual machine and version
 */
public record Fingerprint(int cores, String cpu, long memoryMiB, String os, String kernel, String jdk) {
    /** Memory that the firmware keeps back changes from boot to boot. */
    private static final double SAME_MEMORY = 0.02;

    /** Returns that of this machine. */
    public static Fingerprint here() {
        Machine machine = MachineProbe.detect(ChildSetup.detect(0));
        return new Fingerprint(
                machine.cores(), machine.cpu(), machine.memoryMiB(), machine.os(), machine.kernel(), machine.jdk());
    }

    /** Returns in what the other one differs: "kernel 6.1 instead of 6.18"; empty if costs carry over. */
    public List<String> differences(Fingerprint other) {
        List<String> found = new ArrayList<>();
        compare(found, "cores", cores, other.cores);
        compare(found, "processor", cpu, other.cpu);
        if (Math.abs(memoryMiB - other.memoryMiB) > SAME_MEMORY * memoryMiB) {
            compare(found, "memory in MiB", memoryMiB, other.memoryMiB);
        }
        compare(found, "system", os, other.os);
        compare(found, "kernel", kernel, other.kernel);
        compare(found, "JDK", jdk, other.jdk);
        return found;
    }

    private static void compare(List<String> found, String what, Object here, Object there) {
        if (!Objects.equals(here, there)) {
            found.add(what + " " + there + " instead of " + here);
        }
    }
}
