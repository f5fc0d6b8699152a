package dev.gearbox.lab.memory;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.probe.ProcFiles;
import dev.gearbox.lab.probe.ThreadStacks;
import dev.gearbox.subject.JvmUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the memory of a subject and of the kernel at one moment. */
final class MemoryReading {
    private static final Pattern TCP = Pattern.compile("(?m)^TCP: .*\\bmem ([0-9]+)\\b");

    private MemoryReading() {}

    /**
     * Takes a reading.
     *
     * @param connections the number of open connections
     * @param pids the processes of the subject
     * @param jvm its report after a collection; empty if it has none, and then heap and buffers are unknown
     */
    static Slice.Memory of(Path proc, int connections, List<Long> pids, Optional<JvmUsage> jvm) throws IOException {
        Long stacks = null;
        long resident = 0;
        for (long pid : pids) {
            Optional<ThreadStacks> found = ThreadStacks.of(proc, pid);
            if (found.isPresent()) {
                stacks = (stacks == null ? 0 : stacks) + found.get().bytes();
            }
            resident += resident(proc, pid);
        }
        return new Slice.Memory(
                connections,
                jvm.map(JvmUsage::heapUsedBytes).orElse(null),
                jvm.map(JvmUsage::directBytes).orElse(null),
                stacks,
                resident,
                sockets(proc),
                kernel(proc));
    }

    /** Returns this reading with the kernel's memory relative to an earlier reading, because the machine has other connections. */
    static Slice.Memory since(Slice.Memory before, Slice.Memory now) {
        Long earlier = before.socketBytes();
        Long sockets = now.socketBytes();
        return new Slice.Memory(
                now.connections(),
                now.heapBytes(),
                now.directBytes(),
                now.stackBytes(),
                now.residentBytes(),
                sockets == null || earlier == null ? null : (Long) (sockets - earlier),
                now.kernelBytes() - before.kernelBytes());
    }

    private static long resident(Path proc, long pid) throws IOException {
        Path rollup = proc.resolve(pid + "/smaps_rollup");
        return 1024
                * (Files.isReadable(rollup)
                        ? ProcFiles.number(rollup, "Rss")
                        : ProcFiles.number(proc.resolve(pid + "/status"), "VmRSS"));
    }

    private static @Nullable Long sockets(Path proc) throws IOException {
        Path sockets = proc.resolve("net/sockstat");
        return Files.isReadable(sockets) ? (Long) (tcpPages(ProcFiles.text(sockets)) * pageSize(proc)) : null;
    }

    /** Objects, thread stacks and page tables. */
    private static long kernel(Path proc) throws IOException {
        Path machine = proc.resolve("meminfo");
        return 1024
                * (ProcFiles.number(machine, "Slab")
                        + ProcFiles.number(machine, "KernelStack")
                        + ProcFiles.number(machine, "PageTables"));
    }

    static long tcpPages(String sockstat) throws IOException {
        Matcher matcher = TCP.matcher(sockstat);
        if (!matcher.find()) {
            throw new IOException("/proc/net/sockstat does not contain the memory of TCP");
        }
        return Long.parseLong(matcher.group(1));
    }

    private static long pageSize(Path proc) throws IOException {
        return 1024 * ProcFiles.number(proc.resolve("self/smaps"), "KernelPageSize");
    }
}
