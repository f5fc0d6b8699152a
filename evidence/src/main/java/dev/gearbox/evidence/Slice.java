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
 * One arm in its turn, such as under load for about a second. The times of its requests are histograms of their own ({@link TimeHistograms}).
 *
 * @param fork from 1
 * @param launch which set of JVMs of this fork: 1, or more when it was interrupted and went on
 * @param block from 1, within the fork
 * @param position in the block, from 1: the order was drawn at random
 * @param arm the label
 * @param seed of the arrivals; the same for every arm of the block
 * @param at when the window began; a label, never arithmetic
 * @param traffic what the users did and got
 * @param cost what the subject used meanwhile
 * @param disturbance what else happened on the machine
 * @param generator whether the generator, or the origin of what a job fetches, was fit to measure this
 * @param job how the job went that this slice was; null: it was none
 * @param memory what was held while connections were idle; null: the slice was not about that
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
    /** A window under load. */
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

    /** A job that was done. */
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

    /** The same, and it was there to see what is held. */
    public Slice holding(Memory held) {
        return new Slice(
                fork, launch, block, position, arm, seed, at, traffic, cost, disturbance, generator, job, held);
    }

    /**
     * A job that an arm did, once. One that would take too long is done in part, and what it would have taken is told
     * from the ideal: with an ideal time of 100 s for all and of 2 s for the part, fifty times as long.
     *
     * @param millis from its first action to its last, as it was done
     * @param gapMillis the longest time between two completions
     * @param done how many of its units were asked for
     * @param whole how many there are
     * @param scale the ideal time of the whole by that of what was done; 1 where all was
     * @param tries how often it was done in this slice: again as long as others used the machine meanwhile, but not for
     *     ever. Only the last counts
     * @param workMicros mean time of the processor work on a unit, in µs; null: there was none
     * @param aloneMicros the time that the same work takes when nothing else runs, in µs; null: there was none
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
        /** How long the whole of it takes, in ms. */
        public double wholeMillis() {
            return millis * scale;
        }
    }

    /**
     * Memory while connections were idle, in bytes; null: not known. What the kernel holds is what it had not before they were made: of both ends of
     * each connection, and of the generator.
     *
     * @param connections that stood
     * @param heapBytes used of the Java heap after a collection; stacks of waiting virtual threads are in it
     * @param directBytes direct and mapped buffers of the JVM
     * @param stackBytes resident memory of the stacks of platform threads
     * @param residentBytes of the whole process: these three, the JVM, and heap that was once touched
     * @param socketBytes buffers of TCP, as the kernel accounts them
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
     * What the users did and got in the window.
     *
     * @param seconds length of the window as it came out
     * @param offeredPerSecond requests that were due (open loop) or made (closed loop)
     * @param answeredPerSecond whole and verified answers
     * @param answered their number
     * @param censored requests without an answer in time; their age is in the histogram
     * @param failed requests that ended in an error
     * @param masked requests whose times are left out because the generator itself was kept from its core
     * @param connects connections made
     * @param connections open at the end of the window
     * @param waiting connections that were made and never answered while others were
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
     * What the subject used, for each second of its own clock; null: not known of this subject.
     *
     * @param userMicros processor time in user mode, in µs per second
     * @param systemMicros processor time in the kernel, in µs per second
     * @param switches context switches per second, voluntary and not
     * @param allocatedBytes heap allocated, in bytes per second
     * @param wakeups of selectors or rings, per second
     * @param jitMillis time in the JIT compilers within the window, in ms
     * @param gcMillis time in garbage collections within the window, in ms
     * @param threads at the end of the window
     * @param residentBytes at the end of the window
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
            long residentBytes) {
        /** User and system time together, in µs per second. */
        public double cpuMicros() {
            return userMicros + systemMicros;
        }
    }

    /**
     * Outside causes. What is above its limit taints the whole block.
     *
     * @param foreignCores processors that programs other than the lab and its children kept busy
     * @param steal processor time that the hypervisor gave to others, as a share of all cores' time
     * @param retransmits TCP segments sent again, of the whole machine
     */
    public record Disturbance(double foreignCores, double steal, long retransmits) {
        /** Whether it is above a limit, so that its block says nothing. */
        public boolean exceeds() {
            return foreignCores > FitnessLimits.FOREIGN_CORES || steal > FitnessLimits.STEAL;
        }
    }

    /**
     * The generator as a suspect.
     *
     * @param fit whether it kept all its own limits
     * @param reasons why not, with figures
     * @param lagP50Micros median time from when a request could have left until it left, in µs
     * @param lagP99Micros 99th percentile of the same
     * @param work share of the window in which its loop was busy
     * @param away share of the window in which it was kept from its core
     */
    public record GeneratorLag(
            boolean fit, List<String> reasons, double lagP50Micros, double lagP99Micros, double work, double away) {
        /** Copies the list. */
        public GeneratorLag {
            reasons = List.copyOf(reasons);
        }
    }
}
