package dev.gearbox.lab.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A {@code perf stat} attached to a process, which counts from {@link #start} to {@link #stop}. Attaching is slow (a descriptor for each counter and
 * thread), enabling and disabling is fast: so the window is exact, and threads that start later inherit the counters.
 * <p>If the lab dies, perf ends with its own child, a {@code sleep}.
 */
public final class PerfStat implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    /** The share of this process's limit on open files that counters may use. */
    private static final int DESCRIPTORS = 8_000;

    private final Process process;
    private final Path folder;
    private final Path output;
    private long started;
    private long stopped;

    private PerfStat(Process process, Path folder, Path output) {
        this.process = process;
        this.folder = folder;
        this.output = output;
    }

    /**
     * Attaches, with counting disabled.
     *
     * @param pids the processes; children that they start later are included
     * @param bound the time after which it ends by itself in any case
     * @param named whether to count by name as well: this needs a tracepoint for each name, and detaching from them takes over a second
     * @throws IOException if that is not possible here; the message says why
     */
    public static PerfStat attach(List<Long> pids, Duration bound, boolean named)
            throws IOException, InterruptedException {
        if (!System.getProperty("os.name").equals("Linux")) {
            throw new IOException("system calls are counted with perf, which is for Linux only");
        }
        Path folder = Files.createTempDirectory("gearbox-perf");
        try {
            List<String> traceable = traceable(folder);
            int threads = 0;
            for (long pid : pids) {
                threads += (int) ProcFiles.number(Path.of("/proc", Long.toString(pid), "status"), "Threads");
            }
            Path control = fifo(folder.resolve("control"));
            Path answers = fifo(folder.resolve("answers"));
            Path output = folder.resolve("output");
            String events =
                    named ? String.join(",", SystemCalls.events(threads, DESCRIPTORS, traceable)) : SystemCalls.TOTAL;
            Process process = new ProcessBuilder(
                            "perf",
                            "stat",
                            "-x,",
                            "--delay=-1",
                            "--control=fifo:" + control + "," + answers,
                            "-e",
                            events,
                            "-p",
                            String.join(",", pids.stream().map(String::valueOf).toList()),
                            "--",
                            "sleep",
                            Long.toString(Math.max(1, bound.toSeconds())))
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
            PerfStat perf = new PerfStat(process, folder, output);
            try {
                perf.command("ping");
            } catch (IOException | InterruptedException failed) {
                perf.close();
                throw failed;
            }
            return perf;
        } catch (IOException | InterruptedException failed) {
            delete(folder);
            throw failed;
        }
    }

    /** Starts counting. */
    public void start() throws IOException, InterruptedException {
        command("enable");
        started = System.nanoTime();
    }

    /** Waits for the end of the window; returns earlier only if perf itself has ended. */
    void awaitEnd(Duration window) throws InterruptedException {
        if (process.waitFor(window.toNanos(), TimeUnit.NANOSECONDS)) {
            stopped = System.nanoTime();
        }
    }

    /** Stops counting, ends perf and reads the counts. */
    public SystemCalls.Counted stop() throws IOException, InterruptedException {
        if (process.isAlive()) {
            command("disable");
            stopped = System.nanoTime();
            process.children().forEach(ProcessHandle::destroy); // the sleep, whose exit ends perf
            if (!process.waitFor(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException("perf did not end within " + PATIENCE.toSeconds() + " s");
            }
        }
        return SystemCalls.parse(
                said().stream()
                        .filter(line -> !line.toLowerCase(Locale.ROOT).startsWith("sleep: "))
                        .toList(),
                Duration.ofNanos(stopped - started));
    }

    @Override
    public void close() throws IOException {
        process.children().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly().onExit().join();
        delete(folder);
    }

    /**
     * Sends a command and waits for "ack". Opening a pipe without a reader blocks, so both are opened for reading and writing, and the answer is polled
     * while perf is alive.
     */
    private void command(String command) throws IOException, InterruptedException {
        Path control = folder.resolve("control");
        Path answers = folder.resolve("answers");
        try (var hold = new RandomAccessFile(answers.toFile(), "rw");
                var out = new RandomAccessFile(control.toFile(), "rw")) {
            out.write((command + "\n").getBytes(StandardCharsets.US_ASCII));
            long deadline = System.nanoTime() + PATIENCE.toNanos();
            Thread reader = Thread.ofPlatform().daemon().name("perf-answer").start(() -> answer(hold));
            while (!reader.join(Duration.ofMillis(20))) {
                if (!process.isAlive() || System.nanoTime() - deadline > 0) {
                    hold.write("end\n".getBytes(StandardCharsets.US_ASCII)); // for the reader
                    reader.join();
                    throw new IOException(process.isAlive() ? "perf does not answer" : why(said()));
                }
            }
        }
    }

    private static void answer(RandomAccessFile answers) {
        try {
            for (int c = answers.read(); c >= 0 && c != '\n'; c = answers.read()) {
                // perf has only one answer.
            }
        } catch (IOException expected) {
            // The pipe is closed: the waiting thread checks the process next.
        }
    }

    private List<String> said() throws IOException {
        try (BufferedReader reader = Files.newBufferedReader(output, StandardCharsets.ISO_8859_1)) {
            return reader.lines().map(line -> line.replace("\0", "")).toList();
        }
    }

    /** Returns the line of its output that explains the problem. */
    static String why(List<String> lines) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> !line.isEmpty() && !line.startsWith("Usage") && !line.startsWith("\\_"))
                .filter(line -> line.startsWith("Error:") || line.contains("ermission") || line.contains("rror"))
                .reduce((first, second) -> second.startsWith("Error:") ? second : first)
                .map(line -> "perf is not allowed or not able to (" + line + ")")
                .orElse("perf ended at once"
                        + (lines.isEmpty() ? "" : " (" + lines.getFirst().strip() + ")"));
    }

    /** Returns the available tracepoints; perf lists those that it may read. */
    private static List<String> traceable(Path folder) throws IOException, InterruptedException {
        Path list = folder.resolve("list");
        run(list, "perf", "list", "--raw-dump", "tracepoint");
        List<String> names = new ArrayList<>();
        for (String line : Files.readAllLines(list, StandardCharsets.ISO_8859_1)) {
            names.addAll(List.of(line.strip().split("\\s+", -1)));
        }
        if (!names.contains(SystemCalls.TOTAL)) {
            throw new IOException("the kernel's tracepoints cannot be read (root may; for others, tracefs has to be"
                    + " readable and kernel.perf_event_paranoid at most -1)");
        }
        return names;
    }

    private static Path fifo(Path path) throws IOException, InterruptedException {
        run(path.resolveSibling("mkfifo.said"), "mkfifo", path.toString());
        return path;
    }

    private static void run(Path output, String... command) throws IOException, InterruptedException {
        Process process;
        try {
            process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(output.toFile())
                    .start();
        } catch (IOException absent) {
            throw new IOException(
                    command[0] + " is not installed" + (command[0].equals("perf") ? " (Debian: linux-perf)" : ""),
                    absent);
        }
        try {
            if (!process.waitFor(PATIENCE.toNanos(), TimeUnit.NANOSECONDS)) {
                throw new IOException(command[0] + " did not end within " + PATIENCE.toSeconds() + " s");
            }
        } finally {
            process.destroyForcibly().onExit().join();
        }
        if (process.exitValue() != 0) {
            throw new IOException(
                    why(Files.readAllLines(output, StandardCharsets.ISO_8859_1)).replaceFirst("^perf", command[0]));
        }
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
