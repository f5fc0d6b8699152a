package dev.gearbox.engines.linux.uring;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Platform;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Checks whether the kernel has io_uring and lets this process use it. */
public final class UringSupport {
    private static final Path SETTING = Path.of("/proc/sys/kernel/io_uring_disabled");

    private UringSupport() {}

    /** Returns what is missing for io_uring, where {@link Platform#absence} finds nothing else missing. Requests a ring from the kernel. */
    static Optional<String> absence() {
        Syscalls calls = new Syscalls();
        int result = Ring.probe(calls);
        if (result >= 0) {
            LinuxSockets.close(calls, result);
            return Optional.empty();
        }
        return Optional.of(whyNoRing(-result, setting()));
    }

    private static String setting() {
        try {
            return Files.readString(SETTING).strip();
        } catch (IOException absent) {
            // A kernel older than the setting.
            return "0";
        }
    }

    /**
     * Explains a result of io_uring_setup.
     *
     * @param disabled the setting kernel.io_uring_disabled
     */
    public static String whyNoRing(int errno, String disabled) {
        return switch (errno) {
            case Constants.ENOSYS -> "the kernel has no io_uring, or a filter of system calls (seccomp) hides it";
            case Constants.EPERM, Constants.EACCES ->
                disabled.equals("0")
                        ? "a filter of system calls (seccomp) forbids io_uring: allow io_uring_setup, io_uring_enter and"
                                + " io_uring_register"
                        : "io_uring is disabled: kernel.io_uring_disabled is " + disabled
                                + ". An administrator can set it to 0 with sysctl";
            case Constants.EINVAL -> "this kernel's io_uring is too old: Linux 6.6 or newer is required";
            case Constants.ENOMEM -> "too little memory may be locked for a ring: raise the limit (ulimit -l)";
            case Constants.EMFILE, Constants.ENFILE -> "no descriptor is left for a ring";
            default -> "the kernel refuses a ring: " + Syscalls.words(errno);
        };
    }
}
