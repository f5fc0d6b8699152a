package dev.gearbox.lab.machine;

import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.probe.ProcFiles;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The machine and software of a measurement. Two results are comparable only if these agree, so each result records them.
 *
 * @param cores the number of processors available to this process
 * @param cpu the model of the processor
 * @param memoryMiB memory of the machine, in MiB
 * @param os name and architecture
 * @param kernel its release
 * @param jdk virtual machine and version
 * @param congestionControl TCP's congestion control algorithm
 * @param descriptorLimit the maximum number of open descriptors of a child process
 * @param portRange ephemeral ports, first and last
 * @param loadAverage the load average over the last minute when the run began
 * @param version of Gearbox
 * @param commit the commit it was built from, with "+" if files had changed; empty: unknown
 * @param pinning a description of the cores that the child processes may use
 * @param serverFlags JVM options of the subject
 * @param generatorFlags JVM options of the generator
 */
public record Environment(
        int cores,
        String cpu,
        long memoryMiB,
        String os,
        String kernel,
        String jdk,
        String congestionControl,
        long descriptorLimit,
        String portRange,
        String loadAverage,
        String version,
        String commit,
        String pinning,
        List<String> serverFlags,
        List<String> generatorFlags) {
    /** Copies the lists. */
    public Environment {
        serverFlags = List.copyOf(serverFlags);
        generatorFlags = List.copyOf(generatorFlags);
    }

    /** Reads the environment. Unknown values are empty or 0; never fails. */
    public static Environment detect(ChildSetup setup) {
        return new Environment(
                Runtime.getRuntime().availableProcessors(),
                field("/proc/cpuinfo", "model name\t"),
                number(field("/proc/meminfo", "MemTotal")) / 1024,
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ProcFiles.ifThere("/proc/sys/net/ipv4/tcp_congestion_control").orElse(""),
                descriptors(ProcFiles.ifThere("/proc/self/limits").orElse("")),
                ProcFiles.ifThere("/proc/sys/net/ipv4/ip_local_port_range").orElse(""),
                ProcFiles.ifThere("/proc/loadavg").map(l -> l.split(" ", 2)[0]).orElse(""),
                builtVersion(),
                Commit.ofThisBuild(),
                setup.pinning().caption(),
                setup.server().options(),
                setup.generator().options());
    }

    /** Returns a text such as "2 cores, Linux 6.18, JDK 25.0.1; server on core 0, load on core 1". */
    public String caption() {
        String shortKernel = kernel.replaceAll("^(\\d+\\.\\d+).*", "$1");
        String jdkVersion = jdk.substring(jdk.lastIndexOf(' ') + 1).replaceAll("\\+.*", "");
        return cores + (cores == 1 ? " core, " : " cores, ") + os.split(" ", 2)[0] + " " + shortKernel + ", JDK "
                + jdkVersion + "; " + pinning;
    }

    /** Returns the hard limit on open files in the text of /proc/PID/limits, to which the JVM raises its own limit. */
    static long descriptors(String limits) {
        var matcher = Pattern.compile("Max open files (\\d+|unlimited) (\\d+|unlimited)")
                .matcher(limits);
        if (!matcher.find()) {
            return 0;
        }
        return matcher.group(2).equals("unlimited") ? Long.MAX_VALUE : Long.parseLong(matcher.group(2));
    }

    private static String field(String file, String name) {
        try {
            return ProcFiles.field(Path.of(file), name);
        } catch (IOException absent) {
            return "";
        }
    }

    private static long number(String text) {
        String digits = text.replaceAll("\\D", "");
        return digits.isEmpty() ? 0 : Long.parseLong(digits);
    }

    private static String builtVersion() {
        return Optional.ofNullable(Environment.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .orElse("");
    }
}
