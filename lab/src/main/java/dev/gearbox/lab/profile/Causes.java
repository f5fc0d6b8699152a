package dev.gearbox.lab.profile;

import dev.gearbox.lab.probe.SystemCalls;
import dev.gearbox.lab.slice.SubjectCounts;
import dev.gearbox.subject.JvmEvents;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Where the processor time of a subject went, from separate windows in which it was profiled and counted ({@link CpuExplainer}): these figures explain
 * those of measured runs and do not replace them.
 *
 * @param format version of the file format, {@link #FORMAT}
 * @param subject its label
 * @param cell the workload with its parameters
 * @param requestsPerSecond requests answered per second while it was profiled
 * @param userMicrosPerRequest processor time in user mode, in µs
 * @param systemMicrosPerRequest processor time in the kernel, in µs
 * @param counts its own counters in the same window
 * @param events the events of its flight recorder in that window; null without a recording
 * @param profile the profile
 * @param systemCalls its system calls, in another window under the same load
 * @param systemCallsPerRequest the same per request, by name; empty if not counted
 * @param notes remarks for the reader, in sentences
 */
public record Causes(
        int format,
        String subject,
        String cell,
        double requestsPerSecond,
        double userMicrosPerRequest,
        double systemMicrosPerRequest,
        SubjectCounts counts,
        @Nullable JvmEvents events,
        Profile profile,
        SystemCalls.Result systemCalls,
        Map<String, Double> systemCallsPerRequest,
        List<String> notes) {
    /** The version that this code writes. */
    public static final int FORMAT = 1;

    /** Copies the collections. */
    public Causes {
        systemCallsPerRequest = Collections.unmodifiableMap(new TreeMap<>(systemCallsPerRequest));
        notes = List.copyOf(notes);
    }

    /**
     * One cause of the difference of two subjects; all figures in µs of processor time for each request.
     *
     * @param category the cause
     * @param inA its time in the first subject
     * @param inB its time in the second subject
     * @param difference second minus first
     * @param error standard error of the difference from the number of samples alone: a difference must be well above it to be significant
     */
    public record Difference(String category, double inA, double inB, double difference, double error) {}

    /** Returns user plus system time, in µs per request. */
    public double cpuMicrosPerRequest() {
        return userMicrosPerRequest + systemMicrosPerRequest;
    }

    /**
     * Returns the processor time of each category, in µs per request: the measured time, divided in proportion to the samples. Adds up
     * to {@link #cpuMicrosPerRequest}; empty without samples.
     */
    public Map<String, Double> microsPerRequest() {
        Map<String, Double> micros = new LinkedHashMap<>();
        if (profile instanceof Profile.Taken taken && taken.samples() > 0) {
            for (String category : taken.byCategory().keySet()) {
                micros.put(category, taken.share(category) * cpuMicrosPerRequest());
            }
        }
        return micros;
    }

    /**
     * Returns the difference of two subjects by cause. Adds up to the difference of their processor time.
     *
     * @return the causes, sorted by descending absolute difference; those absent from both are left out; empty unless both have samples
     */
    public static List<Difference> difference(Causes a, Causes b) {
        Map<String, Double> inA = a.microsPerRequest();
        Map<String, Double> inB = b.microsPerRequest();
        if (inA.isEmpty() || inB.isEmpty()) {
            return List.of();
        }
        Set<String> categories = new LinkedHashSet<>(inA.keySet());
        categories.addAll(inB.keySet());
        List<Difference> differences = new ArrayList<>();
        for (String category : categories) {
            double first = inA.getOrDefault(category, 0.0);
            double second = inB.getOrDefault(category, 0.0);
            if (first == 0 && second == 0) {
                continue;
            }
            double error = Math.hypot(a.error(category), b.error(category));
            differences.add(new Difference(category, first, second, second - first, error));
        }
        differences.sort(Comparator.comparingDouble((Difference d) -> -Math.abs(d.difference()))
                .thenComparing(Difference::category));
        return List.copyOf(differences);
    }

    private double error(String category) {
        return profile instanceof Profile.Taken taken ? taken.shareError(category) * cpuMicrosPerRequest() : 0;
    }
}
