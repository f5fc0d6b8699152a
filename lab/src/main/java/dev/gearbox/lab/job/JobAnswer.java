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
 * What a subject says of a job that it did, as {@link JobLog} writes it.
 *
 * @param nanos from the first action to the last, in ns
 * @param completed when each unit was completed, from the beginning, in µs, sorted
 * @param took how long each took, in µs, sorted
 * @param work how long the processor work on each took, in µs, sorted; empty: there was none
 * @param aloneNanos how long the same work takes when nothing else runs, in ns; 0: there was none
 * @param threadsMore threads that it had at most beyond those that it has now
 * @param usage what it used meanwhile; null: it does not say
 * @param errors units that failed, by kind; those that never ended are {@code unfinished}
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

    /** @throws IllegalArgumentException if it is no such answer: the message says what is wrong with it */
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

    /** The longest time in which nothing was completed, from the first completion to the last, in ms. */
    double gapMillis() {
        long longest = 0;
        for (int i = 1; i < completed.size(); i++) {
            longest = Math.max(longest, completed.get(i) - completed.get(i - 1));
        }
        return longest / 1e3;
    }

    /** Mean time of the work, in µs; null where there was none. */
    @Nullable
    Double workMicros() {
        return work.isEmpty()
                ? null
                : (Double) work.stream().mapToLong(Long::longValue).average().orElseThrow();
    }

    /** Times in µs as a histogram of ns, each as many times as long. */
    static Histogram histogram(List<Long> micros, double scale) {
        Histogram histogram = TimeHistograms.empty();
        for (long value : micros) {
            histogram.recordValue(Math.min(TimeHistograms.HIGHEST, Math.max(1, Math.round(value * 1e3 * scale))));
        }
        return histogram;
    }
}
