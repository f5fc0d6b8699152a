package dev.gearbox.lab.probe;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Traces all system calls on files and memory that a process and its children make, by {@code strace}: the number of calls, and the bytes that they
 * return. A traced call takes many times as long, so nothing is timed while it is traced.
 *
 * <p>A job with pauses calls getrusage when it begins, pauses, resumes and ends ({@link dev.gearbox.subject.JobLog}). These calls appear in the trace as
 * marks; calls between a pause and the next mark do not count.
 */
public final class CallTrace implements AutoCloseable {
    private static final Pattern CALL = Pattern.compile("(\\d+) +(\\w+)\\((.*)");
    private static final Pattern RESUMED = Pattern.compile("(\\d+) +<\\.\\.\\. (\\w+) resumed>(.*)");
    private static final Pattern RESULT = Pattern.compile(".*\\) += (-?\\d+|0x[0-9a-f]+|\\?).*");
    private static final Pattern CONSOLE = Pattern.compile("[012][,)].*");
    private static final String MARK = "getrusage";
    private static final String OF_THE_PROCESS = "RUSAGE_SELF";

    /** Calls that copy bytes of a file into the memory of the process. */
    private static final Set<String> READS = Set.of("read", "pread64", "readv", "preadv", "preadv2");

    /** Calls that a JVM makes all the time, whatever it runs. */
    private static final Set<String> NOISE = Set.of("madvise", "mprotect", "brk", MARK);

    private static final int SECONDS = 20;

    private final Process strace;
    private final Path file;

    private CallTrace(Process strace, Path file) {
        this.strace = strace;
        this.file = file;
    }

    /**
     * The traced calls.
     *
     * @param calls the number of calls, by name
     * @param bytesRead the number of bytes that calls copied into the process
     */
    public record Calls(Map<String, Long> calls, long bytesRead) {
        /** Copies the map, in alphabetical order. */
        public Calls {
            calls = Collections.unmodifiableMap(new TreeMap<>(calls));
        }
    }

    /**
     * Starts tracing a process.
     *
     * @throws IOException if it cannot be traced; the message says why
     */
    public static CallTrace attach(long pid) throws IOException, InterruptedException {
        Path strace = ExecutableFinder.program("strace").orElseThrow(() -> new IOException("strace is not installed"));
        Path file = Files.createTempFile("gearbox-trace", ".txt");
        List<String> command = List.of(
                strace.toString(),
                "-f",
                "-s",
                "0",
                "-e",
                "trace=%file,%desc,%memory," + MARK,
                "-o",
                file.toString(),
                "-p",
                Long.toString(pid));
        Process process = new ProcessBuilder(command).start();
        CallTrace trace = new CallTrace(process, file);
        List<String> said = new ArrayList<>();
        // Not closed: strace reports threads that start and end, and would terminate if it could not write.
        BufferedReader err =
                new BufferedReader(new InputStreamReader(process.getErrorStream(), StandardCharsets.UTF_8));
        for (String line = err.readLine(); line != null; line = err.readLine()) {
            said.add(line);
            if (line.contains(" attached")) {
                Thread.ofPlatform().daemon().name("strace-words").start(() -> drain(err));
                return trace;
            }
        }
        trace.close();
        throw new IOException(said.isEmpty() ? "strace ended without a word" : said.getLast());
    }

    /** Reads the reports of strace on threads that start and end, because it would block if the pipe were full. */
    private static void drain(BufferedReader err) {
        try {
            String line = err.readLine();
            while (line != null) {
                line = err.readLine();
            }
        } catch (IOException ended) {
            // The stream may be closed during a read when strace ends; its output is not needed.
            return;
        }
    }

    /** Stops tracing and returns the traced calls. */
    public Calls stop() throws IOException, InterruptedException {
        strace.destroy();
        if (!strace.waitFor(SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("strace did not let go of the process within " + SECONDS + " s");
        }
        return parse(Files.readAllLines(file, StandardCharsets.ISO_8859_1));
    }

    static Calls parse(List<String> lines) {
        Map<String, Long> calls = new HashMap<>();
        long bytes = 0;
        boolean counts = false;
        Map<String, String> begun = new HashMap<>();
        for (String line : lines) {
            Matcher resumed = RESUMED.matcher(line);
            Matcher call = CALL.matcher(line);
            String name;
            String words;
            if (resumed.matches()) {
                name = resumed.group(2);
                words = begun.getOrDefault(resumed.group(1), "") + resumed.group(3);
            } else if (call.matches()) {
                name = call.group(2);
                words = call.group(3);
                if (words.endsWith("<unfinished ...>")) {
                    begun.put(call.group(1), words);
                    continue;
                }
            } else {
                continue;
            }
            if (name.equals(MARK)) {
                counts ^= words.startsWith(OF_THE_PROCESS);
            } else if (counts
                    && !NOISE.contains(name)
                    && !CONSOLE.matcher(words).matches()) {
                calls.merge(name, 1L, Long::sum);
                bytes += READS.contains(name) ? Math.max(0, result(words)) : 0;
            }
        }
        return new Calls(calls, bytes);
    }

    private static long result(String words) {
        Matcher result = RESULT.matcher(words);
        return result.matches() && result.group(1).matches("-?\\d+") ? Long.parseLong(result.group(1)) : 0;
    }

    @Override
    public void close() throws IOException {
        strace.destroyForcibly();
        Files.deleteIfExists(file);
    }
}
