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
 * Where the processor time of a subject went, from windows of its own in which it was profiled and counted
 * ({@link CpuExplainer}): its figures explain those of measured runs and do not replace them.
 *
 * @param format version of the file format, {@link #FORMAT}
 * @param subject its label
 * @param cell the workload with its parameters
 * @param requestsPerSecond answered while it was profiled
 * @param userMicrosPerRequest processor time in user mode, in µs
 * @param systemMicrosPerRequest processor time in the kernel, in µs
 * @param counts what it counted of itself in the same window
 * @param events what its flight recorder saw there; null when it does not record
 * @param profile where it was
 * @param systemCalls what it asked of the kernel, in another window under the same load
 * @param systemCallsPerRequest the same for each request answered there, by name; empty when not counted
 * @param notes what a reader must know, in sentences
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
     * @param inA in the first
     * @param inB in the second
     * @param difference how much more it is in the second
     * @param error standard error of the difference from the number of samples alone: what is not well above it is no
     *     difference
     */
    public record Difference(String category, double inA, double inB, double difference, double error) {}

    /** User and system time together, in µs for each request. */
    public double cpuMicrosPerRequest() {
        return userMicrosPerRequest + systemMicrosPerRequest;
    }

    /**
     * The processor time of each category, in µs for each request: the measured time, divided as the samples are. Adds up
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
     * The difference of two subjects as a difference of causes. Adds up to the difference of their processor time.
     *
     * @return the causes, the one with the largest difference (whatever its sign) first; those that are in
     *     neither are left out; empty unless both have samples
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
