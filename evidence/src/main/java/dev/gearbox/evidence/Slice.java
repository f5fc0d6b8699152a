package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gearbox.stats.FitnessLimits;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * One measurement of one arm, for example about a second under load. The times of its requests are in separate histograms ({@link TimeHistograms}).
 *
 * @param fork from 1
 * @param launch the set of JVMs of this fork: 1, or higher after the fork was interrupted and resumed
 * @param block from 1, within the fork
 * @param position in the block, from 1: the order was drawn at random
 * @param arm the label
 * @param seed of the arrivals; the same for every arm of the block
 * @param at when the window began; a label only, not for arithmetic
 * @param traffic the requests and answers of the users
 * @param cost the resources used by the subject
 * @param disturbance other activity on the machine
 * @param generator whether the generator, or the origin of what a job fetches, was fit to measure this
 * @param job the result of the job; null: the slice was not a job
 * @param memory the memory held by idle connections; null: not measured by this slice
 */
public record Slice(
        int fork,
        int launch,
        int block,
        int position,
        String arm,
        long seed,
        Instant at,
        Requests traffic,
        ResourceUse cost,
        Disturbance disturbance,
        GeneratorLag generator,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Job job,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Memory memory) {
    /** Returns the same with another verdict on the generator. */
    public Slice with(GeneratorLag other) {
        return new Slice(fork, launch, block, position, arm, seed, at, traffic, cost, disturbance, other, job, memory);
    }

    /** Returns the same with the disturbances of another time, such as with those before the window. */
    public Slice with(Disturbance other) {
        return new Slice(fork, launch, block, position, arm, seed, at, traffic, cost, other, generator, job, memory);
    }

    /** Creates a slice of a window under load. */
    public Slice(
            int fork,
            int launch,
            int block,
            int position,
            String arm,
            long seed,
            Instant at,
            Requests traffic,
            ResourceUse cost,
            Disturbance disturbance,
            GeneratorLag generator) {
        this(fork, launch, block, position, arm, seed, at, traffic, cost, disturbance, generator, null, null);
    }

    /** Creates a slice of a completed job. */
    public Slice(
            int fork,
            int launch,
            int block,
            int position,
            String arm,
            long seed,
            Instant at,
            Requests traffic,
            ResourceUse cost,
            Disturbance disturbance,
            GeneratorLag generator,
            Job job) {
        this(fork, launch, block, position, arm, seed, at, traffic, cost, disturbance, generator, job, null);
    }

    /** Returns this slice with the memory held. */
    public Slice holding(Memory held) {
        return new Slice(
                fork, launch, block, position, arm, seed, at, traffic, cost, disturbance, generator, job, held);
    }

    /**
     * One run of a job by an arm. A job that would take too long is done in part, and the total time is extrapolated with the ideal time: with an ideal of
     * 100 s for the whole and 2 s for the part, it is fifty times as long.
     *
     * @param millis the measured time from its first action to its last
     * @param gapMillis the longest time between two completions
     * @param done the number of units executed
     * @param whole the total number of units
     * @param scale the ideal time of the whole divided by that of the part; 1 if everything was done
     * @param tries the number of attempts in this slice: the job is repeated, up to a limit, while other programs use the machine. Only the last attempt counts
     * @param workMicros mean time of the processor work on a unit, in µs; null: no work
     * @param aloneMicros the time of the same work when nothing else runs, in µs; null: no work
     */
    public record Job(
            double millis,
            double gapMillis,
            long done,
            long whole,
            double scale,
            int tries,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double workMicros,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double aloneMicros) {
        /** Returns the time of the whole job, in ms. */
        public double wholeMillis() {
            return millis * scale;
        }
    }

    /**
     * Memory held by idle connections, in bytes; null: unknown. The kernel's figures are the increase since before the connections were opened: of both
     * ends of each connection, and of the generator.
     *
     * @param connections the number of open connections
     * @param heapBytes used Java heap after a collection, including the stacks of waiting virtual threads
     * @param directBytes direct and mapped buffers of the JVM
     * @param stackBytes resident memory of the stacks of platform threads
     * @param residentBytes resident memory of the whole process: these three, the JVM, and heap pages touched earlier
     * @param socketBytes TCP buffers, as accounted by the kernel
     * @param kernelBytes objects, thread stacks and page tables in the kernel
     */
    public record Memory(
            int connections,
            @Nullable Long heapBytes,
            @Nullable Long directBytes,
            @Nullable Long stackBytes,
            long residentBytes,
            @Nullable Long socketBytes,
            long kernelBytes) {}

    /**
     * The requests and answers in the window.
     *
     * @param seconds actual length of the window
     * @param offeredPerSecond requests that were due (open loop) or made (closed loop)
     * @param answeredPerSecond complete, verified answers per second
     * @param answered their number
     * @param censored requests without an answer in time; their age is in the histogram
     * @param failed requests that ended in an error
     * @param masked requests whose times are excluded because the generator itself was off its core
     * @param connects connections established
     * @param connections open at the end of the window
     * @param waiting connections that were established and never answered while others were
     * @param errors by kind
     */
    public record Requests(
            double seconds,
            double offeredPerSecond,
            double answeredPerSecond,
            long answered,
            long censored,
            long failed,
            long masked,
            long connects,
            int connections,
            int waiting,
            Map<String, Long> errors) {
        /** Copies the map. */
        public Requests {
            errors = Collections.unmodifiableMap(new TreeMap<>(errors));
        }
    }

    /**
     * The resources used by the subject, per second of its own clock; null: unknown for this subject.
     *
     * @param userMicros processor time in user mode, in µs per second
     * @param systemMicros processor time in the kernel, in µs per second
     * @param switches context switches per second, voluntary and involuntary
     * @param allocatedBytes heap allocated, in bytes per second
     * @param wakeups of selectors or rings, per second
     * @param jitMillis time in the JIT compilers within the window, in ms
     * @param gcMillis time in garbage collections within the window, in ms
     * @param threads at the end of the window
     * @param residentBytes at the end of the window
     * @param pageFaults per second
     * @param diskBytes from disks and to them, per second
     */
    public record ResourceUse(
            double userMicros,
            double systemMicros,
            @Nullable Double switches,
            @Nullable Double allocatedBytes,
            @Nullable Double wakeups,
            @Nullable Double jitMillis,
            @Nullable Double gcMillis,
            int threads,
            long residentBytes,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double pageFaults,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Double diskBytes) {
        /** Without what files cost. */
        public ResourceUse(
                double userMicros,
                double systemMicros,
                @Nullable Double switches,
                @Nullable Double allocatedBytes,
                @Nullable Double wakeups,
                @Nullable Double jitMillis,
                @Nullable Double gcMillis,
                int threads,
                long residentBytes) {
            this(
                    userMicros,
                    systemMicros,
                    switches,
                    allocatedBytes,
                    wakeups,
                    jitMillis,
                    gcMillis,
                    threads,
                    residentBytes,
                    null,
                    null);
        }

        /** User and system time together, in µs per second. */
        public double cpuMicros() {
            return userMicros + systemMicros;
        }
    }

    /**
     * Disturbances from outside. A value above its limit taints the whole block.
     *
     * @param foreignCores processors kept busy by programs other than the lab and its children
     * @param steal processor time taken by the hypervisor, as a share of all cores' time
     * @param retransmits TCP retransmissions of the whole machine
     */
    public record Disturbance(double foreignCores, double steal, long retransmits) {
        /** Returns whether a limit is exceeded, so that the block is unusable. */
        public boolean exceeds() {
            return foreignCores > FitnessLimits.FOREIGN_CORES || steal > FitnessLimits.STEAL;
        }
    }

    /**
     * The generator's own part in the measurement.
     *
     * @param fit whether it kept all its own limits
     * @param reasons why not, with figures
     * @param lagP50Micros median time from when a request could have left until it left, in µs
     * @param lagP99Micros 99th percentile of the same
     * @param work share of the window in which its loop was busy
     * @param away share of the window in which it did not run on its core
     */
    public record GeneratorLag(
            boolean fit, List<String> reasons, double lagP50Micros, double lagP99Micros, double work, double away) {
        /** Copies the list. */
        public GeneratorLag {
            reasons = List.copyOf(reasons);
        }
    }
}
