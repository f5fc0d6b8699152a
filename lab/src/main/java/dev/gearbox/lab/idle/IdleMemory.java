package dev.gearbox.lab.idle;

import dev.gearbox.lab.probe.ProcFiles;
import dev.gearbox.lab.probe.ThreadStacks;
import dev.gearbox.subject.JvmUsage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The memory of a subject and of the kernel at one moment, by kind. A kind that could not be read is absent.
 *
 * @param bytes by kind
 */
public record IdleMemory(Map<Kind, Long> bytes) {
    private static final Pattern TCP = Pattern.compile("(?m)^TCP: .*\\bmem ([0-9]+)\\b");

    /** What memory it is. */
    public enum Kind {
        /** Used of the Java heap after a collection; stacks of waiting virtual threads are here. */
        HEAP("heap", "of the subject, after a collection"),
        /** Direct and mapped buffers of the JVM. */
        DIRECT("direct", "buffers of the subject outside its heap"),
        /** Resident memory of the stacks of platform threads. */
        STACKS("stacks", "of the subject's platform threads, resident"),
        /** Resident memory of the whole process: these three, the JVM, and heap that was once touched. */
        RESIDENT("resident", "memory of the whole subject"),
        /** Buffers of TCP, as the kernel accounts them, of both ends of each connection. */
        SOCKETS("sockets", "buffers of TCP in the kernel, both ends"),
        /** Objects, thread stacks and page tables in the kernel: of both ends of each connection, and of the generator. */
        KERNEL("kernel", "objects, thread stacks and page tables in the kernel, both ends");

        private final String label;
        private final String meaning;

        Kind(String label, String meaning) {
            this.label = label;
            this.meaning = meaning;
        }

        /** The word in tables. */
        public String label() {
            return label;
        }

        /** What it is, in some words. */
        public String meaning() {
            return meaning;
        }
    }

    /** Copies the map. */
    public IdleMemory {
        bytes = Collections.unmodifiableMap(
                bytes.isEmpty() ? new EnumMap<>(Kind.class) : new EnumMap<Kind, Long>(bytes));
    }

    /**
     * Reads it.
     *
     * @param pids of the subject
     * @param jvm what it told after a collection; empty when it tells nothing, and then heap and buffers are absent
     */
    static IdleMemory read(Path proc, List<Long> pids, Optional<JvmUsage> jvm) throws IOException {
        Map<Kind, Long> bytes = new EnumMap<>(Kind.class);
        jvm.ifPresent(told -> {
            bytes.put(Kind.HEAP, told.heapUsedBytes());
            bytes.put(Kind.DIRECT, told.directBytes());
        });
        for (long pid : pids) {
            ThreadStacks.of(proc, pid).ifPresent(stacks -> bytes.merge(Kind.STACKS, stacks.bytes(), Long::sum));
            Path rollup = proc.resolve(pid + "/smaps_rollup");
            bytes.merge(
                    Kind.RESIDENT,
                    1024
                            * (Files.isReadable(rollup)
                                    ? ProcFiles.number(rollup, "Rss")
                                    : ProcFiles.number(proc.resolve(pid + "/status"), "VmRSS")),
                    Long::sum);
        }
        Path sockets = proc.resolve("net/sockstat");
        if (Files.isReadable(sockets)) {
            bytes.put(Kind.SOCKETS, tcpPages(ProcFiles.text(sockets)) * pageSize(proc));
        }
        Path machine = proc.resolve("meminfo");
        bytes.put(
                Kind.KERNEL,
                1024
                        * (ProcFiles.number(machine, "Slab")
                                + ProcFiles.number(machine, "KernelStack")
                                + ProcFiles.number(machine, "PageTables")));
        return new IdleMemory(bytes);
    }

    /** The same, with what the kernel holds counted from an earlier reading: the machine had its own before. */
    IdleMemory since(IdleMemory before) {
        Map<Kind, Long> grown = new EnumMap<>(bytes);
        for (Kind kind : new Kind[] {Kind.SOCKETS, Kind.KERNEL}) {
            grown.computeIfPresent(kind, (_, now) -> now - before.bytes.getOrDefault(kind, 0L));
        }
        return new IdleMemory(grown);
    }

    static long tcpPages(String sockstat) throws IOException {
        Matcher matcher = TCP.matcher(sockstat);
        if (!matcher.find()) {
            throw new IOException("/proc/net/sockstat does not tell the memory of TCP");
        }
        return Long.parseLong(matcher.group(1));
    }

    private static long pageSize(Path proc) throws IOException {
        return 1024 * ProcFiles.number(proc.resolve("self/smaps"), "KernelPageSize");
    }
}
