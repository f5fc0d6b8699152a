package dev.gearbox.engines.linux.system;

import java.util.Optional;

/** Whether this module can work here: the system, the processor, the permission to call native code. */
public final class Platform {
    private Platform() {}

    private static String processor() {
        return System.getProperty("os.arch", "");
    }

    /** Whether the processor is an x86-64. */
    static boolean isX86() {
        return processor().equals("amd64");
    }

    /** Returns what is missing; empty if nothing is. */
    public static Optional<String> absence() {
        String system = System.getProperty("os.name", "");
        if (!system.equals("Linux")) {
            return Optional.of("it calls Linux, and this is " + system);
        }
        if (!isX86() && !processor().equals("aarch64")) {
            return Optional.of("it knows the layouts of x86-64 and aarch64, and this processor is " + processor());
        }
        Module module = Platform.class.getModule();
        if (!module.isNativeAccessEnabled()) {
            return Optional.of("native access is not granted. Start java with --enable-native-access="
                    + (module.isNamed() ? module.getName() : "ALL-UNNAMED"));
        }
        return Optional.empty();
    }
}
