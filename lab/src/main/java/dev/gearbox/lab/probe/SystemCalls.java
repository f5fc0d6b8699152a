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
 * How many system calls a process makes, counted by the kernel's own tracepoints through {@code perf stat}. Each call then
 * costs the process some tenths of a µs more, so this is for a window of its own and never for one that is measured.
 * <p>The sum is of one tracepoint, the names are of one each; what has no name here is {@link #OTHER}. A descriptor is needed
 * for every tracepoint and living thread, so that a process with thousands of threads is counted without names; one that
 * is attached to before its threads start is not, because threads inherit the counters ({@link PerfStat}).
 */
public final class SystemCalls {
    /** The key of the calls without a name of their own. */
    public static final String OTHER = "other";

    static final String TOTAL = "raw_syscalls:sys_enter";
    private static final String NAMED = "syscalls:sys_enter_";

    /** What a server does, and what tells its models apart. */
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

    /** What came of it. */
    @JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "outcome")
    @JsonSubTypes({
        @JsonSubTypes.Type(value = Counted.class, name = "counted"),
        @JsonSubTypes.Type(value = Unavailable.class, name = "unavailable")
    })
    public sealed interface Result {}

    /**
     * Counted.
     *
     * @param total all calls that were entered in the window
     * @param byName of these, by name, without those that did not occur; empty: not counted by name
     * @param window how long was counted
     */
    public record Counted(long total, Map<String, Long> byName, Duration window) implements Result {
        /** Copies the map, in alphabetical order. */
        public Counted {
            byName = Collections.unmodifiableMap(new TreeMap<>(byName));
        }

        /**
         * For each request.
         *
         * @param requests answered in the same window
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
     * Not counted.
     *
     * @param reason why, as what follows "not counted here: "
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
     * @param window how long
     * @throws InterruptedException when the thread is interrupted; nothing is left running
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

    /** The tracepoints to ask for: by name only while the descriptors that it takes are few. */
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
     * Reads what {@code perf stat -x,} printed: {@code count,unit,event,running,share,,}.
     *
     * @throws IOException on any line that is neither that nor a message about switching on and off
     */
    static Counted parse(List<String> lines, Duration window) throws IOException {
        Map<String, Long> counts = new HashMap<>();
        for (String line : lines) {
            if (line.isBlank() || line.equals("Events enabled") || line.equals("Events disabled")) {
                continue;
            }
            String[] fields = line.split(",", -1);
            if (fields.length < 5) {
                throw new IOException("perf said: " + line.strip());
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
                throw new IOException("perf counted " + entry.getKey() + ", which nobody asked for");
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

    /** {@code <not counted>} is what perf calls a count of threads that never ran. */
    private static OptionalLong count(String field) {
        if (field.equals("<not counted>")) {
            return OptionalLong.of(0);
        }
        return field.chars().allMatch(Character::isDigit) && !field.isEmpty()
                ? OptionalLong.of(Long.parseLong(field))
                : OptionalLong.empty();
    }
}
