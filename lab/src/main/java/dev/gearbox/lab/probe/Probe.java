package dev.gearbox.lab.probe;

import dev.gearbox.lab.data.LabException;
import dev.gearbox.subject.Usage;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a process and the machine from Linux's /proc, from outside, so that the measured process has no overhead.
 * <p>Processor time covers ended threads, context switches do not: the kernel provides those of ended threads only to the process itself
 * ({@code getrusage}), which is why a subject reports them in its {@code stats} (see {@link Usage}). The sum over the living threads that this probe can
 * read is the fallback, and marked as such.
 */
public final class Probe {
    /** The kernel reports processor time to user space in hundredths of a second, on every architecture. */
    private static final long TICK_MICROS = 10_000;

    /** Places of proc(5)'s fields in what {@link #stat} returns: a process' own time, and that of its children that ended and were waited for. */
    private static final int UTIME = 11;

    private static final int STIME = 12;
    private static final int CUTIME = 13;
    private static final int CSTIME = 14;

    private final Path proc;
    /** The processors that are read; empty: all. */
    private final Set<Integer> processors;

    private Probe(Path proc, Set<Integer> processors) {
        this.proc = proc;
        this.processors = Set.copyOf(processors);
    }

    /**
     * Creates a probe for this machine.
     *
     * @throws LabException if there is no Linux /proc
     */
    public static Probe open() {
        return open(Path.of("/proc"));
    }

    public static Probe open(Path proc) {
        if (!Files.isReadable(proc.resolve("self/stat"))) {
            throw new LabException("the lab reads processor time and memory from Linux's /proc, and this is "
                    + System.getProperty("os.name") + ": measure on Linux (the library works everywhere)");
        }
        return new Probe(proc, Set.of());
    }

    /**
     * Returns a probe that reads the machine's usage on these processors only: what runs on others does not disturb processes that are pinned to these.
     *
     * @param cores by their numbers in the kernel; empty: all
     */
    public Probe on(Collection<Integer> cores) {
        return new Probe(proc, Set.copyOf(cores));
    }

    /**
     * Reads a process.
     *
     * @param pid its number
     * @param threadSwitches whether to sum up the switches of its living threads, which reads one file per thread
     * @throws IOException if the process has exited
     */
    public ProcessReading process(long pid, boolean threadSwitches) throws IOException {
        return read(proc, pid, threadSwitches);
    }

    static ProcessReading read(Path proc, long pid, boolean threadSwitches) throws IOException {
        Path folder = proc.resolve(Long.toString(pid));
        long nanos = System.nanoTime();
        String[] stat = stat(folder.resolve("stat"));
        Path status = folder.resolve("status");
        long resident = ProcFiles.number(status, "VmRSS");
        int threads = (int) ProcFiles.number(status, "Threads");
        long[] switches = threadSwitches ? switches(folder.resolve("task")) : new long[] {-1, -1};
        return new ProcessReading(
                nanos,
                Long.parseLong(stat[UTIME]) * TICK_MICROS,
                Long.parseLong(stat[STIME]) * TICK_MICROS,
                switches[0],
                switches[1],
                threads,
                resident * 1024,
                count(folder.resolve("fd")));
    }

    /**
     * Reads the usage of the machine and of our processes.
     *
     * @param own processes of the run or fork, besides this one, with their ended children (such as a {@code cp} that a subject runs); one that has exited
     *     counts as zero
     * @throws IOException if /proc cannot be read
     */
    public MachineReading machine(long... own) throws IOException {
        long nanos = System.nanoTime();
        long busy = 0;
        long steal = 0;
        List<String[]> lines = lines();
        for (String[] cpu : lines) {
            busy += Long.parseLong(cpu[1]) + Long.parseLong(cpu[2]) + Long.parseLong(cpu[3]);
            steal += cpu.length > 8 ? Long.parseLong(cpu[8]) : 0;
        }
        long used = ticks(proc.resolve("self/stat"), UTIME, STIME);
        for (long pid : own) {
            used += ticks(proc.resolve(pid + "/stat"), UTIME, STIME, CUTIME, CSTIME);
        }
        // All time of our own counts as spent on these processors. The children are pinned to them; the lab itself may
        // run elsewhere, but hardly runs while
        // a slice does.
        return new MachineReading(
                nanos,
                busy * TICK_MICROS,
                steal * TICK_MICROS,
                used * TICK_MICROS,
                processors.isEmpty() ? Runtime.getRuntime().availableProcessors() : processors.size());
    }

    /** The lines of the processors; if these are all of the machine, its own line instead, whose ticks are rounded down once and not for each. */
    private List<String[]> lines() throws IOException {
        List<String[]> all = ProcFiles.text(proc.resolve("stat"))
                .lines()
                .takeWhile(line -> line.startsWith("cpu"))
                .map(line -> line.split("\\s+", -1))
                .toList();
        List<String[]> ours = all.stream()
                .skip(1)
                .filter(cpu -> processors.contains(Integer.parseInt(cpu[0].substring("cpu".length()))))
                .toList();
        if (processors.isEmpty() || ours.size() == all.size() - 1) {
            return all.subList(0, 1);
        }
        if (ours.size() < processors.size()) {
            throw new IOException("some of the processors " + new TreeSet<>(processors) + " are offline");
        }
        return ours;
    }

    /** Returns the fields of a stat file from the third on: the second, the name, may contain blanks and parentheses. */
    static String[] stat(Path file) throws IOException {
        String text = ProcFiles.text(file);
        return text.substring(text.lastIndexOf(')') + 2).split(" ", -1);
    }

    private static long ticks(Path file, int... fields) throws IOException {
        try {
            String[] stat = stat(file);
            long sum = 0;
            for (int field : fields) {
                sum += Long.parseLong(stat[field]);
            }
            return sum;
        } catch (IOException failure) {
            // If the process exits between opening and reading the file, the error is the same as for any broken file.
            if (Files.exists(file)) {
                throw failure;
            }
            return 0;
        }
    }

    private static long[] switches(Path tasks) throws IOException {
        long[] sum = {0, 0};
        for (long[] thread : threadSwitches(tasks).values()) {
            sum[0] += thread[0];
            sum[1] += thread[1];
        }
        return sum;
    }

    /** Returns the voluntary and involuntary switches of each living thread, by its folder. */
    static Map<Path, long[]> threadSwitches(Path tasks) throws IOException {
        Map<Path, long[]> switches = new HashMap<>();
        try (DirectoryStream<Path> threads = Files.newDirectoryStream(tasks)) {
            for (Path thread : threads) {
                try {
                    Path status = thread.resolve("status");
                    switches.put(thread, new long[] {
                        ProcFiles.number(status, "voluntary_ctxt_switches"),
                        ProcFiles.number(status, "nonvoluntary_ctxt_switches")
                    });
                } catch (IOException expected) {
                    // The thread ended after the folder was listed: its switches are lost, as the class comment says.
                }
            }
        }
        return switches;
    }

    private static int count(Path folder) throws IOException {
        int entries = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(folder)) {
            for (Path _ : all) {
                entries++;
            }
        }
        return entries;
    }
}
