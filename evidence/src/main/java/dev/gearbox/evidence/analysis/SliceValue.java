package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The value of one metric in one slice, in the metric's unit. Costs "per request" divide the subject's use per second of its own clock by the answers per
 * second of the window, because the two are read at slightly different moments.
 */
final class SliceValue {
    private SliceValue() {}

    /** Returns whether slices have a value for this metric; other metrics are only known for a whole fork. */
    static boolean known(Metric metric) {
        return switch (metric) {
            case CPU,
                    USER,
                    SYSTEM,
                    MEAN,
                    RATE,
                    CONNECTS,
                    SWITCHES,
                    ALLOCATED,
                    WAKEUPS,
                    PAGE_FAULTS,
                    DISK,
                    CORES,
                    THREADS,
                    RESIDENT,
                    ELAPSED,
                    GAP,
                    COMPLETED,
                    WORK,
                    STRETCH -> true;
            case P50,
                    P90,
                    P99,
                    P999,
                    CONNECT_P50,
                    CONNECT_P99,
                    CAPACITY,
                    SYSTEM_CALLS,
                    READ_BYTES,
                    IDLE_RESIDENT,
                    IDLE_HEAP,
                    IDLE_DIRECT,
                    IDLE_STACKS,
                    IDLE_SOCKETS,
                    IDLE_KERNEL -> false;
        };
    }

    /** Returns the value; NaN if unknown for this slice. */
    static double of(Metric metric, Slice slice, TimeHistograms times) {
        if (slice.memory() != null) {
            return Double.NaN; // its load only holds connections and is not measured
        }
        Slice.Requests traffic = slice.traffic();
        Slice.ResourceUse cost = slice.cost();
        Slice.Job job = slice.job();
        return switch (metric) {
            case CPU -> perRequest(cost.cpuMicros(), traffic);
            case USER -> perRequest(cost.userMicros(), traffic);
            case SYSTEM -> perRequest(cost.systemMicros(), traffic);
            case SWITCHES -> perRequest(cost.switches(), traffic);
            case ALLOCATED -> perRequest(cost.allocatedBytes(), traffic);
            case WAKEUPS -> perRequest(cost.wakeups(), traffic);
            case PAGE_FAULTS -> job == null ? Double.NaN : perRequest(cost.pageFaults(), traffic);
            case DISK -> job == null ? Double.NaN : perRequest(cost.diskBytes(), traffic);
            case MEAN -> mean(times);
            case RATE -> job == null ? traffic.answeredPerSecond() : rate(traffic, job);
            case CONNECTS -> traffic.connects() / traffic.seconds();
            case CORES -> cost.cpuMicros() / 1e6;
            case THREADS -> cost.threads();
            case RESIDENT -> cost.residentBytes() / (double) (1 << 20);
            case ELAPSED -> job == null ? Double.NaN : job.wholeMillis();
            case GAP -> job == null ? Double.NaN : job.gapMillis();
            case COMPLETED -> job == null ? answered(traffic) : completed(traffic, job);
            case WORK -> job == null ? Double.NaN : known(job.workMicros()) / 1e3;
            case STRETCH -> job == null ? Double.NaN : known(job.workMicros()) / known(job.aloneMicros());
            case P50,
                    P90,
                    P99,
                    P999,
                    CONNECT_P50,
                    CONNECT_P99,
                    CAPACITY,
                    SYSTEM_CALLS,
                    READ_BYTES,
                    IDLE_RESIDENT,
                    IDLE_HEAP,
                    IDLE_DIRECT,
                    IDLE_STACKS,
                    IDLE_SOCKETS,
                    IDLE_KERNEL -> throw new IllegalArgumentException(metric + " is a metric of whole forks");
        };
    }

    /** Returns the units per second of the whole job, of which only a part may have been done. */
    private static double rate(Slice.Requests traffic, Slice.Job job) {
        return traffic.answered() / (double) job.done() * job.whole() / (job.wholeMillis() / 1e3);
    }

    /** Returns a percentage. Zero counts as half a unit, so that ratios exist. */
    private static double completed(Slice.Requests traffic, Slice.Job job) {
        return 100 * Math.max(0.5, (double) traffic.answered()) / job.done();
    }

    /** Returns a percentage; NaN where nothing was due. Zero counts as half a request, so that ratios exist. */
    private static double answered(Slice.Requests traffic) {
        long due = traffic.answered() + traffic.failed() + traffic.censored();
        return due == 0 ? Double.NaN : 100 * Math.max(0.5, (double) traffic.answered()) / due;
    }

    private static double known(@Nullable Double value) {
        return value == null ? Double.NaN : value;
    }

    private static double perRequest(@Nullable Double perSecond, Slice.Requests traffic) {
        return perSecond == null || !(traffic.answeredPerSecond() > 0)
                ? Double.NaN
                : perSecond / traffic.answeredPerSecond();
    }

    private static double mean(TimeHistograms times) {
        Histogram response = times.byKind().get(TimeHistograms.Kind.RESPONSE);
        return response == null || response.getTotalCount() == 0 ? Double.NaN : response.getMean() / 1e3;
    }
}
