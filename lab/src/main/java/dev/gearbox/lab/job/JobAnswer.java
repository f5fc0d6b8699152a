package dev.gearbox.lab.job;

import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.subject.JobLog;
import dev.gearbox.subject.Usage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A subject's report on a job, as written by {@link JobLog}.
 *
 * @param nanos from the first action to the last, in ns
 * @param completed the time of each unit's completion, from the beginning, in µs, sorted
 * @param took the duration of each unit, in µs, sorted
 * @param work the duration of the processor work on each unit, in µs, sorted; empty: no work
 * @param aloneNanos the duration of the same work when nothing else runs, in ns; 0: no work
 * @param threadsMore the maximum number of threads during the job beyond the current number
 * @param usage the resources that it used meanwhile; null: not reported
 * @param errors failed units, by kind; units that never ended are {@code unfinished}
 */
record JobAnswer(
        long nanos,
        List<Long> completed,
        List<Long> took,
        List<Long> work,
        long aloneNanos,
        int threadsMore,
        @Nullable Usage usage,
        Map<String, Long> errors) {
    private static final String UNFINISHED = "unfinished";

    /** @throws IllegalArgumentException if it is not such a report; the message says what is wrong */
    static JobAnswer decode(JsonNode node, long asked) {
        if (node.has("failed")) {
            throw new IllegalArgumentException(
                    "could not do its job: " + node.path("failed").asString());
        }
        long nanos = node.path("nanos").asLong(0);
        List<Long> completed = micros(node, "completed");
        Map<String, Long> errors = new TreeMap<>();
        node.path("errors")
                .properties()
                .forEach(error -> errors.put(error.getKey(), error.getValue().asLong()));
        long failed = errors.values().stream().mapToLong(Long::longValue).sum();
        if (nanos <= 0 || node.path("units").asLong(0) != asked || completed.size() + failed > asked) {
            throw new IllegalArgumentException("was asked for " + asked + " units and answered of "
                    + node.path("units").asLong(0) + ", " + completed.size() + " completed and " + failed
                    + " failed, in " + nanos + " ns");
        }
        if (completed.size() + failed < asked) {
            errors.put(UNFINISHED, asked - completed.size() - failed);
        }
        return new JobAnswer(
                nanos,
                completed,
                micros(node, "took"),
                micros(node, "work"),
                node.path("aloneNanos").asLong(0),
                node.path("threadsMore").asInt(0),
                node.has("usage") ? JsonMapper.shared().treeToValue(node.get("usage"), Usage.class) : null,
                errors);
    }

    private static List<Long> micros(JsonNode node, String key) {
        return node.path(key).valueStream().map(JsonNode::asLong).sorted().toList();
    }

    /** Returns the longest time without a completion, between the first completion and the last, in ms. */
    double gapMillis() {
        long longest = 0;
        for (int i = 1; i < completed.size(); i++) {
            longest = Math.max(longest, completed.get(i) - completed.get(i - 1));
        }
        return longest / 1e3;
    }

    /** Returns the mean time of the work, in µs; null without work. */
    @Nullable
    Double workMicros() {
        return work.isEmpty()
                ? null
                : (Double) work.stream().mapToLong(Long::longValue).average().orElseThrow();
    }

    /** Converts times in µs to a histogram of ns, each multiplied by a factor. */
    static Histogram histogram(List<Long> micros, double scale) {
        Histogram histogram = TimeHistograms.empty();
        for (long value : micros) {
            histogram.recordValue(Math.min(TimeHistograms.HIGHEST, Math.max(1, Math.round(value * 1e3 * scale))));
        }
        return histogram;
    }
}
