package dev.gearbox.evidence;

import java.util.List;

/**
 * Where and with what something was measured. Two results compare only when these agree; the load of the moment is not
 * here but with each {@link ForkEvent.Launch}.
 *
 * @param cores processors that the lab may use
 * @param cpu the model of the processor
 * @param memoryMiB memory of the machine, in MiB
 * @param os name and architecture
 * @param kernel its release
 * @param jdk virtual machine and version
 * @param congestionControl of TCP
 * @param descriptorLimit open descriptors that a child may have
 * @param version of Gearbox
 * @param commit that it was built from, with "+" when files had changed; empty: not known
 * @param pinning which cores the children may use, in words
 * @param serverFlags JVM options of the subjects
 * @param generatorFlags JVM options of the generator
 */
public record Machine(
        int cores,
        String cpu,
        long memoryMiB,
        String os,
        String kernel,
        String jdk,
        String congestionControl,
        long descriptorLimit,
        String version,
        String commit,
        String pinning,
        List<String> serverFlags,
        List<String> generatorFlags) {
    /** Copies the lists. */
    public Machine {
        serverFlags = List.copyOf(serverFlags);
        generatorFlags = List.copyOf(generatorFlags);
    }

    /** "2 cores, Linux 6.18, JDK 25.0.1; server on core 0, load on core 1". */
    public String caption() {
        String shortKernel = kernel.replaceAll("^(\\d+\\.\\d+).*", "$1");
        String jdkVersion = jdk.substring(jdk.lastIndexOf(' ') + 1).replaceAll("\\+.*", "");
        return cores + (cores == 1 ? " core, " : " cores, ") + os.split(" ", 2)[0] + " " + shortKernel + ", JDK "
                + jdkVersion + "; " + pinning;
    }
}
