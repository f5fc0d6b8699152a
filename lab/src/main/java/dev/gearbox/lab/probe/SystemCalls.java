package dev.gearbox.lab.probe;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * Counts the system calls of a process by the kernel's tracepoints through {@code perf stat}. This costs the process some tenths of a µs per call, so it
 * is for a separate window and never for a measured one.
 * <p>The sum uses one tracepoint, and each name one more; calls without a name here count as {@link #OTHER}. Each pair of tracepoint and living thread
 * needs a descriptor, so a process with thousands of threads is counted without names, unless the counters are attached before its threads start, because
 * threads inherit counters ({@link PerfStat}).
 */
public final class SystemCalls {
    /** The key of calls without a name in this list. */
    public static final String OTHER = "other";

    static final String TOTAL = "raw_syscalls:sys_enter";
    private static final String NAMED = "syscalls:sys_enter_";

    /** The calls of a server, in particular those that distinguish its models. */
    static final List<String> NAMES = List.of(
            "read",
            "write",
            "readv",
            "writev",
            "recvfrom",
            "sendto",
            "recvmsg",
            "sendmsg",
            "epoll_wait",
            "epoll_pwait",
            "epoll_ctl",
            "poll",
            "ppoll",
            "futex",
            "accept",
            "accept4",
            "connect",
            "socket",
            "close",
            "shutdown",
            "dup2",
            "fcntl",
            "getsockopt",
            "setsockopt",
            "io_uring_enter",
            "mmap",
            "munmap",
            "mprotect",
            "madvise",
            "clone3",
            "sched_yield",
            "clock_nanosleep",
            "rt_sigreturn");

    private SystemCalls() {}

    /** The result. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Counted.class, name = "counted"),
        @JsonSubTypes.Type(value = Unavailable.class, name = "unavailable")
    })
    public sealed interface Result {}

    /**
     * The calls were counted.
     *
     * @param total the number of all calls entered in the window
     * @param byName the numbers by name, without calls that did not occur; empty: not counted by name
     * @param window the duration of counting
     */
    public record Counted(long total, Map<String, Long> byName, Duration window) implements Result {
        /** Copies the map, in alphabetical order. */
        public Counted {
            byName = Collections.unmodifiableMap(new TreeMap<>(byName));
        }

        /**
         * Returns the calls per request.
         *
         * @param requests the number of requests answered in the same window
         * @return calls by name, and all of them as {@code total}, in alphabetical order
         */
        public Map<String, Double> perRequest(long requests) {
            Map<String, Double> each = new TreeMap<>();
            byName.forEach((name, calls) -> each.put(name, calls / (double) requests));
            each.put("total", total / (double) requests);
            return each;
        }
    }

    /**
     * The calls were not counted.
     *
     * @param reason the reason, to follow "not counted here: "
     */
    public record Unavailable(String reason) implements Result {
        @Override
        public String toString() {
            return "not counted here: " + reason;
        }
    }

    /**
     * Counts the calls of a running process. Blocks for the window and the second or so that attaching takes.
     *
     * @param pid its number
     * @param window the duration of counting
     * @throws InterruptedException if the thread is interrupted; nothing is left running
     */
    public static Result count(long pid, Duration window) throws InterruptedException {
        try (PerfStat perf = PerfStat.attach(List.of(pid), window.plusSeconds(30), true)) {
            perf.start();
            perf.awaitEnd(window);
            return perf.stop();
        } catch (IOException failed) {
            return new Unavailable(String.valueOf(failed.getMessage()));
        }
    }

    /** Returns the tracepoints to count: by name only if that takes few enough descriptors. */
    static List<String> events(int threads, int descriptors, List<String> traceable) {
        List<String> events = new ArrayList<>(List.of(TOTAL));
        List<String> named =
                NAMES.stream().map(NAMED::concat).filter(traceable::contains).toList();
        if ((long) (named.size() + 1) * threads <= descriptors) {
            events.addAll(named);
        }
        return events;
    }

    /**
     * Parses the output of {@code perf stat -x,}: {@code count,unit,event,running,share,,}.
     *
     * @throws IOException on any other line, except messages about enabling and disabling
     */
    static Counted parse(List<String> lines, Duration window) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        for (String line : lines) {
            if (line.isBlank() || line.equals("Events enabled") || line.equals("Events disabled")) {
                continue;
            }
            String[] fields = line.split(",", -1);
            if (fields.length < 5) {
                throw new IOException("unexpected output of perf: " + line.strip());
            }
            OptionalLong count = count(fields[0]);
            if (count.isEmpty()) {
                throw new IOException("perf does not count " + fields[2] + " (" + fields[0] + ")");
            }
            if (counts.put(fields[2], count.getAsLong()) != null) {
                throw new IOException("perf counted " + fields[2] + " twice");
            }
        }
        Long total = counts.remove(TOTAL);
        if (total == null) {
            throw new IOException("perf counted no " + TOTAL);
        }
        Map<String, Long> byName = new TreeMap<>();
        long named = 0;
        for (Map.Entry<String, Long> entry : counts.entrySet()) {
            if (!entry.getKey().startsWith(NAMED)) {
                throw new IOException("perf counted " + entry.getKey() + ", which was not requested");
            }
            named += entry.getValue();
            if (entry.getValue() > 0) {
                byName.put(entry.getKey().substring(NAMED.length()), entry.getValue());
            }
        }
        if (!counts.isEmpty() && total > named) {
            byName.put(OTHER, total - named);
        }
        return new Counted(total, byName, window);
    }

    /** {@code <not counted>} is how perf reports a count of threads that never ran. */
    private static OptionalLong count(String field) {
        if (field.equals("<not counted>")) {
            return OptionalLong.of(0);
        }
        return field.chars().allMatch(Character::isDigit) && !field.isEmpty()
                ? OptionalLong.of(Long.parseLong(field))
                : OptionalLong.empty();
    }
}
