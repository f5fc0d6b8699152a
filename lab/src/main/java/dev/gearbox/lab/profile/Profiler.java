package dev.gearbox.lab.profile;

import com.sun.tools.attach.AgentInitializationException;
import com.sun.tools.attach.AgentLoadException;
import com.sun.tools.attach.AttachNotSupportedException;
import com.sun.tools.attach.VirtualMachine;
import dev.gearbox.lab.child.SubjectProcess;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import one.profiler.AsyncProfiler;

/**
 * Runs async-profiler in a subject, for exactly as long as a window is open. It is loaded into the running JVM, so the subject starts like any other,
 * except for {@link #OPTIONS}.
 * <p>The event is {@code ctimer}, a timer for each thread on that thread's processor time. It needs no privileges and works with any number of threads;
 * the {@code cpu} event needs a descriptor for each thread, and when the kernel refused them it was observed to return almost no samples without an error.
 * The drawbacks: the kernel checks such timers only at its tick (4 ms at 250 Hz), and kernel frames are missing, so that time in the kernel is attributed
 * to the system call.
 */
final class Profiler implements AutoCloseable {
    /** The name of the event. */
    static final String EVENT = "ctimer";

    /** The options of a subject to be profiled: attaching is allowed, and compiled code has debug information everywhere. */
    static final List<String> OPTIONS =
            List.of("-XX:+EnableDynamicAgentLoading", "-XX:+UnlockDiagnosticVMOptions", "-XX:+DebugNonSafepoints");

    private final Path library;
    private final VirtualMachine machine;

    private Profiler(Path library, VirtualMachine machine) {
        this.library = library;
        this.machine = machine;
    }

    /**
     * Loads the profiler into a JVM, without starting it.
     *
     * @param subject the subject to profile
     * @param scratch the folder for its library; must exist as long as that JVM
     * @throws IOException if that is not possible here; the message says why
     */
    static Profiler attach(SubjectProcess subject, Path scratch) throws IOException {
        if (subject.tree().isPresent()) {
            throw new IOException("an external program is not profiled");
        }
        Path library = unpack(scratch);
        try {
            VirtualMachine machine = VirtualMachine.attach(Long.toString(subject.pid()));
            Profiler profiler = new Profiler(library, machine);
            profiler.command("version,file=" + scratch.resolve("profiler.version"));
            return profiler;
        } catch (AttachNotSupportedException refused) {
            throw new IOException("the subject's JVM cannot be attached to: " + refused.getMessage(), refused);
        }
    }

    /** Starts sampling. */
    void start() throws IOException {
        command("start,event=" + EVENT + ",interval=1ms,threads");
    }

    /**
     * Stops sampling.
     *
     * @param collapsed the file for the stacks
     * @param flameGraph the file for the flame graph, a self-contained HTML file
     */
    void stop(Path collapsed, Path flameGraph, String title) throws IOException {
        command("stop,collapsed,file=" + collapsed);
        String safe = title.replaceAll("[^A-Za-z0-9 =?.+()-]", " ");
        command("dump,flamegraph,title=" + safe + ",file=" + flameGraph);
    }

    @Override
    public void close() throws IOException {
        machine.detach();
    }

    /** Sends its output to a file, because the subject's standard output is the protocol with the lab. */
    private void command(String arguments) throws IOException {
        try {
            machine.loadAgentPath(library.toString(), arguments + ",log=" + library.resolveSibling("profiler.log"));
        } catch (AgentLoadException | AgentInitializationException refused) {
            throw new IOException("async-profiler refused \"" + arguments + "\": " + refused.getMessage(), refused);
        }
    }

    private static Path unpack(Path scratch) throws IOException {
        String system = System.getProperty("os.name");
        String folder = switch (System.getProperty("os.arch").toLowerCase(Locale.ROOT)) {
            case "amd64", "x86_64" -> "linux-x64";
            case "aarch64" -> "linux-arm64";
            default -> "";
        };
        if (!system.equals("Linux") || folder.isEmpty()) {
            throw new IOException("there is no async-profiler for " + system + " on " + System.getProperty("os.arch"));
        }
        Path library = scratch.resolve("libasyncProfiler.so");
        try (InputStream in = AsyncProfiler.class.getResourceAsStream("/" + folder + "/libasyncProfiler.so")) {
            if (in == null) {
                throw new IOException("async-profiler's jar has no library for " + folder);
            }
            Files.copy(in, library);
        }
        return library;
    }
}
