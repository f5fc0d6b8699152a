package dev.gearbox.lab;

import dev.gearbox.load.Latencies;
import dev.gearbox.load.LoadReport;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The figures of a table, derived from the raw data of a trial. Times in µs, NaN where nothing was answered.
 *
 * @param requestsPerSecond whole and verified answers
 * @param connectsPerSecond connections made
 * @param p50Micros median response time, from the intended start
 * @param p90Micros within which nine of ten were answered
 * @param p99Micros within which 99 of a hundred were answered
 * @param connectP50Micros median time to connect
 * @param connectP99Micros 99th percentile of the time to connect
 * @param userMicrosPerRequest processor time of the subject in user mode, for each request
 * @param systemMicrosPerRequest processor time of the subject in the kernel, for each request
 * @param switchesPerRequest context switches of the subject, voluntary or not, for each request; NaN: not known
 * @param switchesOfLivingOnly whether the switches of threads that ended in the window are missing
 * @param cores processors that the subject kept busy
 * @param threads of the subject at the end of the window
 * @param residentMiB memory of the subject at the end of the window, in MiB
 * @param descriptors of the subject at the end of the window
 * @param connections open at the end of the window
 * @param waiting connections that were made and never answered while others were
 * @param errors in the window, by kind
 * @param foreignCores processors that other programs kept busy
 * @param steal processor time that the hypervisor gave to others, in cores
 * @param valid whether the generator kept its schedule and had time to spare
 */
public record Metrics(
        double requestsPerSecond,
        double connectsPerSecond,
        double p50Micros,
        double p90Micros,
        double p99Micros,
        double connectP50Micros,
        double connectP99Micros,
        double userMicrosPerRequest,
        double systemMicrosPerRequest,
        double switchesPerRequest,
        boolean switchesOfLivingOnly,
        double cores,
        int threads,
        double residentMiB,
        int descriptors,
        int connections,
        int waiting,
        Map<String, Long> errors,
        double foreignCores,
        double steal,
        boolean valid) {
    /** Copies the map. */
    public Metrics {
        errors = Collections.unmodifiableMap(new TreeMap<>(errors));
    }

    /** User and system time of the subject for each request, in µs. */
    public double cpuMicrosPerRequest() {
        return userMicrosPerRequest + systemMicrosPerRequest;
    }

    /** Errors of all kinds. */
    public long errorCount() {
        return errors.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Derives the figures from what was read at the two ends of the window and what the users saw in it. */
    public static Metrics derive(LoadReport report, Reading before, Reading after) {
        Consumption used = Consumption.between(before, after);
        double rate = report.answeredPerSecond();
        Map<String, Long> errors = new TreeMap<>();
        report.errors().forEach((kind, counts) -> {
            if (counts.inWindow() > 0) {
                errors.put(kind.key(), counts.inWindow());
            }
        });
        return new Metrics(
                rate,
                report.connects() / Math.max(1e-9, report.window().toNanos() / 1e9),
                micros(report.response(), 0.50),
                micros(report.response(), 0.90),
                micros(report.response(), 0.99),
                micros(report.connect(), 0.50),
                micros(report.connect(), 0.99),
                perRequest(used.userMicrosPerSecond(), rate),
                perRequest(used.systemMicrosPerSecond(), rate),
                perRequest(used.switchesPerSecond(), rate),
                used.livingOnly(),
                (used.userMicrosPerSecond() + used.systemMicrosPerSecond()) / 1e6,
                after.process().threads(),
                after.process().residentBytes() / (double) (1 << 20),
                after.process().descriptors(),
                report.connections(),
                report.waiting(),
                errors,
                after.machine().foreignCores(before.machine()),
                after.machine().steal(before.machine()),
                report.valid());
    }

    private static double micros(Latencies latencies, double quantile) {
        return latencies.count() == 0 ? Double.NaN : latencies.quantile(quantile) / 1e3;
    }

    private static double perRequest(double perSecond, double requestsPerSecond) {
        return requestsPerSecond > 0 ? perSecond / requestsPerSecond : Double.NaN;
    }

    /**
     * What the subject used for each second between two readings. The readings have clocks of their own: a busy subject
     * answers late, and its own count then belongs to a window that is as much longer.
     */
    private record Consumption(
            double userMicrosPerSecond, double systemMicrosPerSecond, double switchesPerSecond, boolean livingOnly) {
        static Consumption between(Reading before, Reading after) {
            Usage first = before.usage();
            Usage last = after.usage();
            if (first != null && last != null) {
                double seconds = seconds(first.nanos(), last.nanos());
                long switches = last.voluntarySwitches()
                        + last.involuntarySwitches()
                        - first.voluntarySwitches()
                        - first.involuntarySwitches();
                return new Consumption(
                        (last.userMicros() - first.userMicros()) / seconds,
                        (last.systemMicros() - first.systemMicros()) / seconds,
                        switches / seconds,
                        false);
            }
            ProcessReading early = before.process();
            ProcessReading late = after.process();
            double seconds = seconds(early.nanos(), late.nanos());
            boolean counted = early.voluntarySwitches() >= 0 && late.voluntarySwitches() >= 0;
            long switches = late.voluntarySwitches()
                    + late.involuntarySwitches()
                    - early.voluntarySwitches()
                    - early.involuntarySwitches();
            return new Consumption(
                    (late.userMicros() - early.userMicros()) / seconds,
                    (late.systemMicros() - early.systemMicros()) / seconds,
                    counted && switches >= 0 ? switches / seconds : Double.NaN,
                    true);
        }

        private static double seconds(long from, long to) {
            return Math.max(1e-9, (to - from) / 1e9);
        }
    }
}
