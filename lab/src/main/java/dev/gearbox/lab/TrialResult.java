package dev.gearbox.lab;

import dev.gearbox.load.LoadPlan;
import dev.gearbox.load.LoadReport;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * All that is known of one trial, raw: every figure of a table is a function of this ({@link Metrics}), so that a new
 * one needs no new run. Written as one JSON file ({@link ResultFiles}).
 *
 * @param format version of the file format, {@link #FORMAT}
 * @param started when the trial began; a label, never arithmetic
 * @param workload the name of the workload
 * @param length its durations
 * @param parameters the value on each axis
 * @param protocol what the subject was to speak
 * @param server more options that it got
 * @param subject its label
 * @param command how its JVM was started: options, main class, arguments
 * @param environment where this was
 * @param stamp what the subject says really runs; null when it never got ready
 * @param plan what the generator was told; null when it never started
 * @param report what its users saw; null when it did not come to that
 * @param before read when the measured window began; null when it did not
 * @param after read when it ended; null when it did not
 * @param failure why there is no result; null when there is one
 * @param notes what a reader must know, in sentences
 */
public record TrialResult(
        int format,
        Instant started,
        String workload,
        Length length,
        Map<String, String> parameters,
        String protocol,
        Map<String, String> server,
        String subject,
        List<String> command,
        Environment environment,
        @Nullable JsonNode stamp,
        @Nullable LoadPlan plan,
        @Nullable LoadReport report,
        @Nullable Reading before,
        @Nullable Reading after,
        @Nullable Failure failure,
        List<String> notes) {
    /** The version that this code writes. */
    public static final int FORMAT = 1;

    /** Copies the collections, in their order. */
    public TrialResult {
        stamp = stamp == null || stamp.isNull() ? null : stamp; // as which a null comes back from a file
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        server = Collections.unmodifiableMap(new LinkedHashMap<>(server));
        command = List.copyOf(command);
        notes = List.copyOf(notes);
    }

    /** The same with more that a reader must know. */
    TrialResult noting(List<String> sentences) {
        return new TrialResult(
                format,
                started,
                workload,
                length,
                parameters,
                protocol,
                server,
                subject,
                command,
                environment,
                stamp,
                plan,
                report,
                before,
                after,
                failure,
                Stream.concat(notes.stream(), sentences.stream()).toList());
    }

    /** Whether there are figures; otherwise {@link #failure} says why not. */
    public boolean succeeded() {
        return failure == null;
    }

    /** The derived figures; empty where the measured window was never closed. */
    public Optional<Metrics> metrics() {
        return report == null || before == null || after == null
                ? Optional.empty()
                : Optional.of(Metrics.derive(report, before, after));
    }

    /** The workload with its parameters, as {@link Cell#label} has it. */
    public String cell() {
        StringBuilder label = new StringBuilder(workload);
        parameters.forEach(
                (axis, value) -> label.append(' ').append(axis).append('=').append(value));
        return label.toString();
    }
}
