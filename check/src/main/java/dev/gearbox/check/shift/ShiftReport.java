package dev.gearbox.check.shift;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The outcome of a proof.
 *
 * @param plan its parameters
 * @param pairs the number of shifts from each engine of the plan to each; within one kind, to a second engine of that kind
 * @param refused shifts that the other engine declined, after which the connection was still served
 * @param bytes bytes that went to the server and came back, each checked at both ends
 * @param tasks tasks that ran, each once and in order
 * @param timers timers that fired, each once and not too early
 * @param phases light traffic, then saturation, then half-closed
 * @param failures the number of violations
 * @param first the first violations, in words
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
     * A phase with one level of traffic.
     *
     * @param name the name of the traffic level
     * @param atOnce the number of connections shifted at the same time
     * @param took its duration
     * @param pauses for each engine of the plan, the times in nanoseconds during which connections that left it were driven by no engine
     */
    public record Phase(String name, int atOnce, Duration took, List<Source> pauses) {
        public Phase {
            pauses = List.copyOf(pauses);
        }
    }

    /**
     * The pauses of connections that left one engine.
     *
     * @param spec the spec of the engine
     * @param blocking whether a thread of the connection first had to leave a blocking call
     * @param pauses in nanoseconds
     */
    public record Source(String spec, boolean blocking, Histogram pauses) {}

    public ShiftReport {
        pairs = pairs.stream().map(List::copyOf).toList();
        phases = List.copyOf(phases);
        first = List.copyOf(first);
    }

    /** Returns the number of shifts. */
    public long shifts() {
        return pairs.stream().flatMap(List::stream).mapToLong(Long::longValue).sum();
    }

    /** Returns whether the proof is complete and nothing failed. */
    public boolean holds() {
        return failures == 0
                && shifts() >= plan.shifts()
                && pairs.stream().flatMap(List::stream).noneMatch(count -> count == 0);
    }
}
