package dev.gearbox.lab.slice;

import dev.gearbox.lab.probe.ProcessReading;
import dev.gearbox.lab.probe.SubjectStats;
import dev.gearbox.subject.JvmUsage;
import dev.gearbox.subject.Usage;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * What a subject did between two readings, counted rather than timed: such figures hardly change from run to run where
 * latencies do. Each has a rate for a second and one for a request. What the subject does not tell is null, and
 * {@link #missing} says why.
 *
 * @param voluntarySwitches context switches because a thread had to wait
 * @param involuntarySwitches context switches because another thread had its turn
 * @param allocatedBytes allocated on the heap, in bytes
 * @param wakeups times that one of the subject's threads had to wake another
 * @param jitMillis time spent compiling, in ms
 * @param gcMillis time spent collecting, in ms
 * @param missing why something is null, in a sentence; empty when nothing is
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
     * How often, or how much.
     *
     * @param perSecond for each second between the readings
     * @param perRequest for each answered request; NaN where none was answered
     */
    public record Rate(double perSecond, double perRequest) {
        static Rate of(double perSecond, double requestsPerSecond) {
            return new Rate(perSecond, requestsPerSecond > 0 ? perSecond / requestsPerSecond : Double.NaN);
        }
    }

    /**
     * Derives them.
     *
     * @param before the reading at the beginning
     * @param after the reading at the end
     * @param requestsPerSecond answered between them
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
                    voluntary, involuntary, null, wakeups, null, null, "the subject tells nothing of its JVM");
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

    /** Of a subject that answers no questions: what /proc says of the threads that are alive, if it was asked. */
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
                "the subject answers no questions"
                        + (read ? ": context switches are those of its living threads" : ""));
    }

    private static @Nullable Rate wakeups(@Nullable JsonNode before, @Nullable JsonNode after, Span span) {
        JsonNode first = before == null ? null : before.get("wakeups");
        JsonNode last = after == null ? null : after.get("wakeups");
        return first == null || last == null || !first.isNumber() || !last.isNumber()
                ? null
                : span.rate(first.asLong(), last.asLong());
    }

    private record Span(long nanos, double requestsPerSecond) {
        /** Null when the count went back: threads that had it have ended, and what is left says nothing. */
        @Nullable
        Rate rate(long first, long last) {
            return last < first ? null : Rate.of((last - first) / (nanos / 1e9), requestsPerSecond);
        }
    }
}
