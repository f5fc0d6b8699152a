package dev.gearbox.evidence.analysis;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Taint;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The metrics by which arms are compared. Each is derived from the slices; percentiles are never averaged. */
public enum Metric {
    /** User plus system processor time of the subject per answered request. The primary metric. */
    CPU("CPU per request", "µs", false, "cheaper", "dearer"),
    /** User mode part of {@link #CPU}. */
    USER("user CPU per request", "µs", false, "less", "more"),
    /** Kernel part of {@link #CPU}. */
    SYSTEM("system CPU per request", "µs", false, "less", "more"),
    /** Median response time from the intended start. */
    P50("p50", "µs", false, "faster", "slower"),
    /** 90th percentile of the response time. */
    P90("p90", "µs", false, "faster", "slower"),
    /** 99th percentile of the response time. */
    P99("p99", "µs", false, "faster", "slower"),
    /** 99.9th percentile; only with enough evidence (100 requests beyond it in each fork). */
    P999("p99.9", "µs", false, "faster", "slower"),
    /** Mean response time. */
    MEAN("mean response", "µs", false, "faster", "slower"),
    /** Answers per second. In an open loop this only shows whether everything was answered. */
    RATE("answers per second", "/s", true, "more", "fewer"),
    /** Connections established per second. */
    CONNECTS("connects per second", "/s", true, "more", "fewer"),
    /** Median time to establish a connection. */
    CONNECT_P50("connect p50", "µs", false, "faster", "slower"),
    /** 99th percentile of the time to connect. */
    CONNECT_P99("connect p99", "µs", false, "faster", "slower"),
    /** Highest rate that meets the objective. */
    CAPACITY("highest sustainable rate", "/s", true, "more", "less"),
    /** Time of a job, from its first action to its last. */
    ELAPSED("time for the whole job", "ms", false, "faster", "slower"),
    /** The longest time of a job in which nothing was completed, after the first completion. */
    GAP("longest gap without a completion", "ms", false, "shorter", "longer"),
    /** Share of a job's units that were completed without an error, or of a load's requests that were answered in time; of loads only in claims. */
    COMPLETED("completed", "%", true, "more", "fewer"),
    /** Mean wall-clock time of the processor work on a unit of a job. */
    WORK("time of the work", "ms", false, "shorter", "longer"),
    /** The same as a multiple of its time when nothing else runs. */
    STRETCH("stretch of the work", "", false, "less", "more"),
    /** Context switches of the subject for each request. */
    SWITCHES("context switches per request", "", false, "fewer", "more"),
    /** System calls of the subject for each request. */
    SYSTEM_CALLS("system calls per request", "", false, "fewer", "more"),
    /** Heap bytes allocated for each request. */
    ALLOCATED("bytes allocated per request", "B", false, "fewer", "more"),
    /** Wake-ups of selectors or rings for each request. */
    WAKEUPS("wake-ups per request", "", false, "fewer", "more"),
    /** Pages of memory that had to be mapped, made or read, for each unit of a job. */
    PAGE_FAULTS("page faults per request", "", false, "fewer", "more"),
    /** What system calls copied into memory of the process for each unit of a job. */
    READ_BYTES("bytes read into the process per request", "B", false, "fewer", "more"),
    /** What came from disks and goes to them for each unit of a job. */
    DISK("bytes from and to disks per request", "B", false, "fewer", "more"),
    /** Processors that the subject kept busy. */
    CORES("cores busy", "", false, "fewer", "more"),
    /** Threads of the subject. */
    THREADS("threads", "", false, "fewer", "more"),
    /** Resident memory of the subject. */
    RESIDENT("resident memory", "MiB", false, "smaller", "larger"),
    /** Resident memory of the subject per idle connection: the slope over the number of connections, as for all metrics below. */
    IDLE_RESIDENT("resident memory per idle connection", "B", false, "smaller", "larger"),
    /** Java heap after a collection, including the stacks of waiting virtual threads. */
    IDLE_HEAP("heap per idle connection", "B", false, "smaller", "larger"),
    /** Direct and mapped buffers. */
    IDLE_DIRECT("direct buffers per idle connection", "B", false, "smaller", "larger"),
    /** Resident stacks of platform threads. */
    IDLE_STACKS("thread stacks per idle connection", "B", false, "smaller", "larger"),
    /** TCP buffers in the kernel, at both ends. */
    IDLE_SOCKETS("socket buffers per idle connection", "B", false, "smaller", "larger"),
    /** Objects, thread stacks and page tables in the kernel, for both ends. */
    IDLE_KERNEL("kernel memory per idle connection", "B", false, "smaller", "larger");

    /** The costs of an idle connection, in the order of reports. */
    public static final List<Metric> IDLE =
            List.of(IDLE_RESIDENT, IDLE_HEAP, IDLE_DIRECT, IDLE_STACKS, IDLE_SOCKETS, IDLE_KERNEL);

    private final String caption;
    private final String unit;
    private final boolean moreIsBetter;
    private final String better;
    private final String worse;

    Metric(String caption, String unit, boolean moreIsBetter, String better, String worse) {
        this.caption = caption;
        this.unit = unit;
        this.moreIsBetter = moreIsBetter;
        this.better = better;
        this.worse = worse;
    }

    /** Returns the name for users. */
    public String caption() {
        return caption;
    }

    /** Returns the unit, empty for a plain number. */
    public String unit() {
        return unit;
    }

    /** Returns whether a larger value is better. */
    public boolean moreIsBetter() {
        return moreIsBetter;
    }

    /** Returns the word for an arm that is better than the baseline: "cheaper", "faster". */
    public String better() {
        return better;
    }

    /** Returns the word for an arm that is worse than the baseline: "dearer", "slower". */
    public String worse() {
        return worse;
    }

    /** Returns the purpose for which a block must be fit. */
    public Taint.Use use() {
        return switch (this) {
            // Whether a unit completed does not depend on a delay of some milliseconds on the other side.
            case CPU,
                    USER,
                    SYSTEM,
                    SWITCHES,
                    SYSTEM_CALLS,
                    ALLOCATED,
                    WAKEUPS,
                    PAGE_FAULTS,
                    READ_BYTES,
                    DISK,
                    THREADS,
                    RESIDENT,
                    COMPLETED,
                    IDLE_RESIDENT,
                    IDLE_HEAP,
                    IDLE_DIRECT,
                    IDLE_STACKS,
                    IDLE_SOCKETS,
                    IDLE_KERNEL -> Taint.Use.COST;
            case P50, P90, P99, P999, MEAN, CONNECT_P50, CONNECT_P99, CAPACITY, ELAPSED, GAP, WORK, STRETCH ->
                Taint.Use.TIME;
            case RATE, CONNECTS, CORES -> Taint.Use.RATE;
        };
    }

    /** Returns whether it is the time of answers, which a full pool decides; not a rate that was searched for, or the time of a job. */
    public boolean isTime() {
        return switch (this) {
            case P50, P90, P99, P999, MEAN -> true;
            default -> false;
        };
    }

    /** Returns a threshold in the metric's unit: two values below it count as equal, however large their ratio. */
    double negligible() {
        return switch (this) {
            case CPU, USER, SYSTEM -> 0.01;
            case SWITCHES, SYSTEM_CALLS, WAKEUPS, PAGE_FAULTS, CORES -> 0.001;
            case ALLOCATED, READ_BYTES, DISK -> 1;
            case CAPACITY, RATE, CONNECTS -> 0.1;
            case GAP -> 1;
            // One megabyte for ten thousand connections.
            case IDLE_RESIDENT, IDLE_HEAP, IDLE_DIRECT, IDLE_STACKS, IDLE_SOCKETS, IDLE_KERNEL -> 100;
            case P50,
                    P90,
                    P99,
                    P999,
                    MEAN,
                    CONNECT_P50,
                    CONNECT_P99,
                    THREADS,
                    RESIDENT,
                    ELAPSED,
                    COMPLETED,
                    WORK,
                    STRETCH -> 0;
        };
    }

    /** Returns whether only zeros mean that the metric does not apply, such as connects on persistent connections. */
    boolean absent() {
        return this == CONNECTS || this == RATE || this == WAKEUPS || this == DISK;
    }

    /** Returns the key in files and on the command line: {@code cpu}, {@code connect-p50}. */
    @JsonValue
    public String key() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /**
     * Returns the metric with that key.
     *
     * @throws EvidenceException if there is no such metric; the message lists the valid keys
     */
    @JsonCreator
    public static Metric of(String key) {
        return Arrays.stream(values())
                .filter(metric -> metric.key().equals(key))
                .findFirst()
                .orElseThrow(() -> new EvidenceException("no metric \"" + key + "\". Known: "
                        + String.join(
                                ", ", Arrays.stream(values()).map(Metric::key).toList())));
    }
}
