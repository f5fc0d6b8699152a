package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.stats.Slope;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The value of one arm in one fork for a metric that a single slice cannot provide: a quantile over all its kept requests (never a mean of quantiles), its
 * highest rate, its system calls, its memory per idle connection.
 */
final class ForkValue {
    /** The share of requests without an answer from which a quantile above that share has no known value. */
    static final double CENSORED = 0.001;

    /** Requests that must lie beyond p99.9 in every fork. */
    static final long BEYOND = 100;

    private ForkValue() {}

    /** Returns the value; NaN if unknown. */
    static double of(Metric metric, BlockFilter.Kept fork, String arm) {
        return switch (metric) {
            case P50 -> quantile(fork, arm, TimeHistograms.Kind.RESPONSE, 0.50);
            case P90 -> quantile(fork, arm, TimeHistograms.Kind.RESPONSE, 0.90);
            case P99 -> quantile(fork, arm, TimeHistograms.Kind.RESPONSE, 0.99);
            case P999 -> quantile(fork, arm, TimeHistograms.Kind.RESPONSE, 0.999);
            case CONNECT_P50 -> quantile(fork, arm, TimeHistograms.Kind.CONNECT, 0.50);
            case CONNECT_P99 -> quantile(fork, arm, TimeHistograms.Kind.CONNECT, 0.99);
            case CAPACITY -> capacity(fork, arm);
            case SYSTEM_CALLS -> systemCalls(fork, arm);
            case READ_BYTES -> bytesRead(fork, arm);
            case IDLE_RESIDENT -> slope(fork, arm, Slice.Memory::residentBytes);
            case IDLE_HEAP -> slope(fork, arm, Slice.Memory::heapBytes);
            case IDLE_DIRECT -> slope(fork, arm, Slice.Memory::directBytes);
            case IDLE_STACKS -> slope(fork, arm, Slice.Memory::stackBytes);
            case IDLE_SOCKETS -> slope(fork, arm, Slice.Memory::socketBytes);
            case IDLE_KERNEL -> slope(fork, arm, Slice.Memory::kernelBytes);
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
                    STRETCH -> throw new IllegalArgumentException(metric + " is a metric of slices");
        };
    }

    /**
     * Returns whether a fork excludes an arm from this metric. One such fork excludes the arm from the metric altogether, because leaving out only its
     * worst forks would bias the result in its favor.
     */
    static boolean bars(Metric metric, BlockFilter.Kept fork, String arm) {
        boolean scarce = metric == Metric.P999 && (1 - 0.999) * count(fork, arm) < BEYOND - 1e-6;
        boolean unbounded = metric == Metric.CAPACITY && found(fork, arm).anyMatch(found -> found.upper() == null);
        return unbounded || (!fork.of(arm).isEmpty() && (scarce || unanswered(metric, fork, arm)));
    }

    /** Returns whether so many requests had no answer in time that the metric is only known to be above the observed values. */
    static boolean unanswered(Metric metric, BlockFilter.Kept fork, String arm) {
        double reach = switch (metric) {
            case P50 -> 0.50;
            case P90 -> 0.90;
            case P99 -> 0.99;
            case P999 -> 0.999;
            case MEAN -> 1;
            default -> 0;
        };
        double share = censoredShare(fork.of(arm));
        return share > CENSORED && reach > 1 - share;
    }

    private static double censoredShare(List<Slice> slices) {
        long censored =
                slices.stream().mapToLong(slice -> slice.traffic().censored()).sum();
        long answered =
                slices.stream().mapToLong(slice -> slice.traffic().answered()).sum();
        return censored == 0 ? 0 : censored / (double) (censored + answered);
    }

    private static long count(BlockFilter.Kept fork, String arm) {
        return fork.of(arm).stream()
                .map(slice -> fork.fork().times(slice).byKind().get(TimeHistograms.Kind.RESPONSE))
                .mapToLong(histogram -> histogram == null ? 0 : histogram.getTotalCount())
                .sum();
    }

    private static double quantile(BlockFilter.Kept fork, String arm, TimeHistograms.Kind kind, double quantile) {
        List<TimeHistograms> times = fork.of(arm).stream()
                .map(fork.fork()::times)
                .filter(slice -> slice.byKind().containsKey(kind))
                .toList();
        if (times.isEmpty()) {
            return Double.NaN;
        }
        Histogram all = TimeHistograms.merged(times, kind);
        return all.getTotalCount() == 0 ? Double.NaN : all.getValueAtPercentile(quantile * 100) / 1e3;
    }

    private static Stream<ForkEvent.Capacity> found(BlockFilter.Kept fork, String arm) {
        return fork.fork().all(ForkEvent.Capacity.class).stream()
                .filter(found -> found.arm().equals(arm) && found.unavailable() == null);
    }

    /** Returns the geometric mean of the bounds; for several objectives, their geometric mean. */
    private static double capacity(BlockFilter.Kept fork, String arm) {
        return found(fork, arm)
                .mapToDouble(found -> {
                    Double upper = found.upper();
                    return upper == null ? found.lower() : Math.sqrt(found.lower() * upper);
                })
                .map(Math::log)
                .average()
                .stream()
                .map(Math::exp)
                .findFirst()
                .orElse(Double.NaN);
    }

    /** Returns the bytes per connection, as the slope of a fitted line; NaN unless known for every slice, at two or more numbers of connections. */
    private static double slope(BlockFilter.Kept fork, String arm, Function<Slice.Memory, @Nullable Long> bytes) {
        List<Slice.Memory> held = fork.of(arm).stream()
                .flatMap(slice -> Stream.ofNullable(slice.memory()))
                .sorted(Comparator.comparingInt(Slice.Memory::connections))
                .toList();
        double[] values = held.stream()
                .map(bytes)
                .filter(Objects::nonNull)
                .mapToDouble(Long::doubleValue)
                .toArray();
        double[] connections =
                held.stream().mapToDouble(Slice.Memory::connections).toArray();
        boolean told = values.length == held.size()
                && Arrays.stream(connections).distinct().count() > 1;
        return told ? Slope.of(connections, values, Math.max(3, values.length)).perUnit() : Double.NaN;
    }

    private static double bytesRead(BlockFilter.Kept fork, String arm) {
        long bytes = 0;
        long requests = 0;
        for (ForkEvent.Counted counted : fork.fork().all(ForkEvent.Counted.class)) {
            Long read = counted.bytesRead();
            if (counted.arm().equals(arm) && read != null) {
                bytes += read;
                requests += counted.requests();
            }
        }
        return requests == 0 ? Double.NaN : bytes / (double) requests;
    }

    private static double systemCalls(BlockFilter.Kept fork, String arm) {
        long calls = 0;
        long requests = 0;
        for (ForkEvent.Counted counted : fork.fork().all(ForkEvent.Counted.class)) {
            if (counted.arm().equals(arm) && counted.unavailable() == null) {
                Long all = counted.systemCalls().get("all");
                calls += all != null
                        ? all
                        : counted.systemCalls().values().stream()
                                .mapToLong(Long::longValue)
                                .sum();
                requests += counted.requests();
            }
        }
        return requests == 0 ? Double.NaN : calls / (double) requests;
    }
}
