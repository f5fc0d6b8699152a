package dev.gearbox.engines.linux;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Whether this module can work here at all: the system, the processor, the leave to call native code; and whether the kernel has io_uring. */
final class Platform {
    private static final Path SETTING = Path.of("/proc/sys/kernel/io_uring_disabled");

    private Platform() {}

    private static String processor() {
        return System.getProperty("os.arch", "");
    }

    /** Whether the processor is an x86-64. */
    static boolean isX86() {
        return processor().equals("amd64");
    }

    /** What is missing; empty if nothing is. */
    static Optional<String> absence() {
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

    /** What is missing for io_uring, where {@link #absence} says that nothing else is. The kernel is asked for a ring. */
    static Optional<String> uringAbsence() {
        Syscalls calls = new Syscalls();
        int result = Ring.probe(calls);
        if (result >= 0) {
            Sockets.close(calls, result);
            return Optional.empty();
        }
        return Optional.of(whyNoRing(-result, setting()));
    }

    private static String setting() {
        try {
            return Files.readString(SETTING).strip();
        } catch (IOException absent) {
            // A kernel from before the setting.
            return "0";
        }
    }

    /**
     * What an answer to io_uring_setup means to a person.
     *
     * @param disabled the setting kernel.io_uring_disabled
     */
    static String whyNoRing(int errno, String disabled) {
        return switch (errno) {
            case Constants.ENOSYS -> "the kernel has no io_uring, or a filter of system calls (seccomp) hides it";
            case Constants.EPERM, Constants.EACCES ->
                disabled.equals("0")
                        ? "a filter of system calls (seccomp) forbids io_uring: allow io_uring_setup, io_uring_enter and"
                                + " io_uring_register"
                        : "io_uring is switched off: kernel.io_uring_disabled is " + disabled
                                + ". An administrator can set it to 0 with sysctl";
            case Constants.EINVAL -> "this kernel's io_uring is too old: Linux 6.6 or newer has what is needed";
            case Constants.ENOMEM -> "too little memory may be locked for a ring: raise the limit (ulimit -l)";
            case Constants.EMFILE, Constants.ENFILE -> "no descriptor is left for a ring";
            default -> "the kernel refuses a ring: " + Syscalls.words(errno);
        };
    }
}
