package dev.gearbox.lab.machine;

import dev.gearbox.evidence.Machine;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.probe.ProcFiles;
import java.io.IOException;
import java.lang.module.ModuleDescriptor;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Detects the machine and software of a measurement. Values that change from minute to minute are recorded at the start of each fork instead. */
public final class MachineProbe {
    private MachineProbe() {}

    /** Reads the machine and software. Unknown values are empty or 0; never fails. */
    public static Machine detect(ChildSetup setup) {
        return new Machine(
                Runtime.getRuntime().availableProcessors(),
                field("/proc/cpuinfo", "model name\t"),
                number(field("/proc/meminfo", "MemTotal")) / 1024,
                System.getProperty("os.name") + " " + System.getProperty("os.arch"),
                System.getProperty("os.version"),
                System.getProperty("java.vm.name") + " " + Runtime.version(),
                ProcFiles.ifThere("/proc/sys/net/ipv4/tcp_congestion_control").orElse(""),
                descriptorLimit(),
                builtVersion(),
                Commit.ofThisBuild(),
                setup.pinning().caption(),
                setup.server().options(),
                setup.generator().options());
    }

    /** Returns the maximum number of open files of a process of this user; 0: unknown. */
    public static long descriptorLimit() {
        return descriptors(ProcFiles.ifThere("/proc/self/limits").orElse(""));
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
        return Optional.ofNullable(MachineProbe.class.getModule().getDescriptor())
                .flatMap(ModuleDescriptor::rawVersion)
                .orElse("");
    }
}
