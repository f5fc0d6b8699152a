package dev.gearbox.evidence;

import java.util.List;

/**
 * The machine and the software of a measurement. Two results are comparable only if these agree. The current load is not part of it; see
 * {@link ForkEvent.Launch}.
 *
 * @param cores the number of processors available to the lab
 * @param cpu the model of the processor
 * @param memoryMiB memory of the machine, in MiB
 * @param os name and architecture
 * @param kernel its release
 * @param jdk virtual machine and version
 * @param congestionControl TCP's congestion control algorithm
 * @param descriptorLimit the maximum number of open descriptors of a child process
 * @param version of Gearbox
 * @param commit the commit it was built from, with "+" if files had changed; empty: unknown
 * @param pinning a description of the cores that the child processes may use
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
    private static final String PROCESSORS = "-XX:ActiveProcessorCount=";

    /** Copies the lists. */
    public Machine {
        serverFlags = List.copyOf(serverFlags);
        generatorFlags = List.copyOf(generatorFlags);
    }

    /** Returns the number of cores that the options of the subjects allow them; 1 if unknown. */
    int subjectCores() {
        return serverFlags.stream()
                .filter(flag -> flag.startsWith(PROCESSORS))
                .mapToInt(flag -> Integer.parseInt(flag.substring(PROCESSORS.length())))
                .findFirst()
                .orElse(1);
    }

    /** Returns nine digits of the commit, or "unknown"; with "+" if files had changed. */
    public String shortCommit() {
        return commit.isEmpty() ? "unknown" : commit.replaceAll("^(\\w{9})\\w+", "$1");
    }

    /** Returns a text such as "2 cores, Linux 6.18, JDK 25.0.1; server on core 0, load on core 1". */
    public String caption() {
        String shortKernel = kernel.replaceAll("^(\\d+\\.\\d+).*", "$1");
        String jdkVersion = jdk.substring(jdk.lastIndexOf(' ') + 1).replaceAll("\\+.*", "");
        return cores + (cores == 1 ? " core, " : " cores, ") + os.split(" ", 2)[0] + " " + shortKernel + ", JDK "
                + jdkVersion + "; " + pinning;
    }
}
