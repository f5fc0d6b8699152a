package dev.gearbox.lab.probe;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures the memory of a process's thread stacks. The kernel does not label them, but it provides the stack pointer of every waiting thread
 * ({@code /proc/PID/task/TID/syscall}), and the mapping that contains it is the thread's stack. This avoids guessing by size and native memory tracking,
 * which needs memory of the subject itself. A thread that is running at this moment is not seen, which is negligible among thousands of idle ones.
 *
 * @param bytes resident memory of these mappings
 * @param threads the number of threads whose stacks were found
 */
public record ThreadStacks(long bytes, int threads) {
    private static final Pattern MAPPING = Pattern.compile("([0-9a-f]+)-([0-9a-f]+) [-rwxps]{4} .*");
    private static final Pattern RESIDENT = Pattern.compile("Rss: +([0-9]+) kB");

    /** Reads the stacks; empty if this user has no permission to inspect that process. */
    public static Optional<ThreadStacks> of(Path proc, long pid) throws IOException {
        Path process = proc.resolve(Long.toString(pid));
        TreeSet<Long> pointers = new TreeSet<>(Long::compareUnsigned);
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(process.resolve("task"))) {
            for (Path thread : threads) {
                try {
                    pointer(ProcFiles.text(thread.resolve("syscall"))).ifPresent(pointers::add);
                } catch (IOException expected) {
                    // The thread has ended since the folder was listed, or cannot be inspected: there is no pointer.
                }
            }
        }
        if (pointers.isEmpty() || !Files.isReadable(process.resolve("smaps"))) {
            return Optional.empty();
        }
        return Optional.of(sum(ProcFiles.text(process.resolve("smaps")), pointers));
    }

    /** {@code NUMBER ARGUMENTS... SP PC}, or {@code -1 SP PC}, or {@code running}. */
    static Optional<Long> pointer(String syscall) {
        String[] fields = syscall.strip().split(" ", -1);
        return fields.length < 3
                ? Optional.empty()
                : Optional.of(Long.parseUnsignedLong(fields[fields.length - 2].substring(2), 16));
    }

    static ThreadStacks sum(String smaps, TreeSet<Long> pointers) {
        long bytes = 0;
        int threads = 0;
        int inThis = 0;
        for (String line : smaps.lines().toList()) {
            Matcher mapping = MAPPING.matcher(line);
            if (mapping.matches()) {
                long from = Long.parseUnsignedLong(mapping.group(1), 16);
                long to = Long.parseUnsignedLong(mapping.group(2), 16);
                inThis = pointers.subSet(from, to).size();
                threads += inThis;
                continue;
            }
            Matcher resident = RESIDENT.matcher(line);
            if (inThis > 0 && resident.matches()) {
                bytes += Long.parseLong(resident.group(1)) * 1024;
            }
        }
        return new ThreadStacks(bytes, threads);
    }
}
