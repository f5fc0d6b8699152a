package dev.gearbox.lab.slice;

import dev.gearbox.lab.probe.ProcessReading;
import dev.gearbox.lab.probe.SubjectStats;
import dev.gearbox.subject.JvmUsage;
import dev.gearbox.subject.Usage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The counters of a subject between two readings: unlike latencies, such figures hardly change from run to run. Each has a rate per second and per
 * request. Values that the subject does not report are null, and {@link #missing} says why.
 *
 * @param voluntarySwitches context switches of threads that had to wait
 * @param involuntarySwitches context switches of threads that were preempted
 * @param allocatedBytes allocated on the heap, in bytes
 * @param wakeups the number of times that one of the subject's threads had to wake another
 * @param jitMillis time spent compiling, in ms
 * @param gcMillis time spent collecting, in ms
 * @param missing why a value is null, in a sentence; empty if none is
 */
public record SubjectCounts(
        @Nullable Rate voluntarySwitches,
        @Nullable Rate involuntarySwitches,
        @Nullable Rate allocatedBytes,
        @Nullable Rate wakeups,
        @Nullable Rate jitMillis,
        @Nullable Rate gcMillis,
        String missing) {
    /**
     * A count or an amount.
     *
     * @param perSecond per second between the readings
     * @param perRequest per answered request; NaN without answers
     */
    public record Rate(double perSecond, double perRequest) {
        static Rate of(double perSecond, double requestsPerSecond) {
            return new Rate(perSecond, requestsPerSecond > 0 ? perSecond / requestsPerSecond : Double.NaN);
        }
    }

    /**
     * Derives the counters.
     *
     * @param before the reading at the beginning
     * @param after the reading at the end
     * @param requestsPerSecond requests answered per second between them
     */
    public static SubjectCounts between(SliceMeter.Mark before, SliceMeter.Mark after, double requestsPerSecond) {
        Usage first = before.usage();
        Usage last = after.usage();
        JvmUsage early = SubjectStats.jvm(before.stats()).orElse(null);
        JvmUsage late = SubjectStats.jvm(after.stats()).orElse(null);
        Span span = new Span(first == null || last == null ? 0 : last.nanos() - first.nanos(), requestsPerSecond);
        if (first == null || last == null || span.nanos <= 0) {
            return living(before.process(), after.process(), requestsPerSecond);
        }
        Rate voluntary = span.rate(first.voluntarySwitches(), last.voluntarySwitches());
        Rate involuntary = span.rate(first.involuntarySwitches(), last.involuntarySwitches());
        Rate wakeups = wakeups(before.stats(), after.stats(), span);
        if (early == null || late == null) {
            return new SubjectCounts(
                    voluntary, involuntary, null, wakeups, null, null, "the subject does not report on its JVM");
        }
        return new SubjectCounts(
                voluntary,
                involuntary,
                span.rate(early.allocatedBytes(), late.allocatedBytes()),
                wakeups,
                span.rate(early.jitMillis(), late.jitMillis()),
                span.rate(early.gcMillis(), late.gcMillis()),
                wakeups == null ? "the subject does not count wake-ups" : "");
    }

    /** Counters of a subject without a console: those of /proc for its living threads, if they were read. */
    private static SubjectCounts living(ProcessReading before, ProcessReading after, double requestsPerSecond) {
        Span span = new Span(after.nanos() - before.nanos(), requestsPerSecond);
        boolean read = before.voluntarySwitches() >= 0 && after.voluntarySwitches() >= 0 && span.nanos > 0;
        return new SubjectCounts(
                read ? span.rate(before.voluntarySwitches(), after.voluntarySwitches()) : null,
                read ? span.rate(before.involuntarySwitches(), after.involuntarySwitches()) : null,
                null,
                null,
                null,
                null,
                "the subject has no console" + (read ? ": context switches are those of its living threads" : ""));
    }

    private static @Nullable Rate wakeups(@Nullable JsonNode before, @Nullable JsonNode after, Span span) {
        JsonNode first = before == null ? null : before.get("wakeups");
        JsonNode last = after == null ? null : after.get("wakeups");
        return first == null || last == null || !first.isNumber() || !last.isNumber()
                ? null
                : span.rate(first.asLong(), last.asLong());
    }

    private record Span(long nanos, double requestsPerSecond) {
        /** Returns null if the count decreased: threads have ended, and the rest is meaningless. */
        @Nullable
        Rate rate(long first, long last) {
            return last < first ? null : Rate.of((last - first) / (nanos / 1e9), requestsPerSecond);
        }
    }
}
