package dev.gearbox.check.shift;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What came of a proof.
 *
 * @param plan what was to be proved
 * @param pairs for each engine of the plan how often connections went from there to each; within one of them, to a second engine of its kind
 * @param refused shifts that the other engine declined, and the connection was served on
 * @param bytes that went to the server and came back, each checked at both ends
 * @param tasks that ran, each once and in order
 * @param timers that fired, each once and not too early
 * @param phases little traffic, then as much as goes, then half-closed
 * @param failures how many times anything was not as it has to be
 * @param first some of those, in words
 */
public record ShiftReport(
        ShiftPlan plan,
        List<List<Long>> pairs,
        long refused,
        long bytes,
        long tasks,
        long timers,
        List<Phase> phases,
        long failures,
        List<String> first) {
    /**
     * A time of one kind of traffic.
     *
     * @param name of the traffic
     * @param atOnce how many connections were on their way at the same time
     * @param took how long it lasted
     * @param pauses for each engine of the plan how long, in nanoseconds, connections that left it were with no engine
     */
    public record Phase(String name, int atOnce, Duration took, List<Source> pauses) {
        public Phase {
            pauses = List.copyOf(pauses);
        }
    }

    /**
     * An engine that was left.
     *
     * @param spec of the engine
     * @param blocking whether a thread of the connection's own had to be got out of a call first
     * @param pauses in nanoseconds
     */
    public record Source(String spec, boolean blocking, Histogram pauses) {}

    public ShiftReport {
        pairs = pairs.stream().map(List::copyOf).toList();
        phases = List.copyOf(phases);
        first = List.copyOf(first);
    }

    /** How many shifts there were. */
    public long shifts() {
        return pairs.stream().flatMap(List::stream).mapToLong(Long::longValue).sum();
    }

    /** Whether everything that was to be proved was, and nothing failed. */
    public boolean holds() {
        return failures == 0
                && shifts() >= plan.shifts()
                && pairs.stream().flatMap(List::stream).noneMatch(count -> count == 0);
    }
}
