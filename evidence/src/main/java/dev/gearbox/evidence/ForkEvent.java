package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** One line of a fork's log: the events of the fork, in order. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "entry")
@JsonSubTypes({
    @JsonSubTypes.Type(value = ForkEvent.Raced.class, name = "raced"),
    @JsonSubTypes.Type(value = ForkEvent.Launch.class, name = "launch"),
    @JsonSubTypes.Type(value = ForkEvent.Warmed.class, name = "warmed"),
    @JsonSubTypes.Type(value = ForkEvent.Ceiling.class, name = "ceiling"),
    @JsonSubTypes.Type(value = ForkEvent.Waited.class, name = "waited"),
    @JsonSubTypes.Type(value = ForkEvent.Measured.class, name = "measured"),
    @JsonSubTypes.Type(value = ForkEvent.BlockDone.class, name = "block-done"),
    @JsonSubTypes.Type(value = ForkEvent.Counted.class, name = "counted"),
    @JsonSubTypes.Type(value = ForkEvent.Capacity.class, name = "capacity"),
    @JsonSubTypes.Type(value = ForkEvent.Failed.class, name = "failed"),
    @JsonSubTypes.Type(value = ForkEvent.ForkDone.class, name = "fork-done")
})
public sealed interface ForkEvent {
    /** Returns the fork that it belongs to, from 1. */
    int fork();

    /**
     * Arms that take no part in the fork, because their comparisons were decided at an earlier look. Written before the first launch of the fork; a fork
     * without this entry is measured with all arms.
     *
     * @param fork from 1
     * @param left the labels of these arms
     */
    record Raced(int fork, List<String> left) implements ForkEvent {
        /** Copies the list. */
        public Raced {
            left = List.copyOf(left);
        }
    }

    /**
     * Fresh JVMs were started for every arm and for the generator.
     *
     * @param fork from 1
     * @param launch from 1; higher after the fork was interrupted and resumed
     * @param started a label
     * @param loadAverage the machine's load average over the last minute
     * @param stamps what each arm reports about itself, by label
     * @param notes remarks for the reader, in sentences
     */
    record Launch(
            int fork, int launch, Instant started, String loadAverage, Map<String, JsonNode> stamps, List<String> notes)
            implements ForkEvent {
        /** Copies the collections, in their order. */
        public Launch {
            stamps = Collections.unmodifiableMap(new LinkedHashMap<>(stamps));
            notes = List.copyOf(notes);
        }
    }

    /**
     * The warm-up of an arm.
     *
     * @param fork from 1
     * @param launch from 1
     * @param arm the label
     * @param seconds of load
     * @param requests served
     * @param warm whether its JIT was idle and its cost had no trend at the end; false: the time limit was reached
     * @param why the missing condition; empty if it was warm
     */
    record Warmed(int fork, int launch, String arm, double seconds, long requests, boolean warm, String why)
            implements ForkEvent {}

    /**
     * The generator against a server that only echoes, in the same setup: its maximum rate, and the floor below which times say nothing about a subject.
     *
     * @param fork from 1
     * @param launch from 1
     * @param perSecond its highest rate
     * @param p50Micros median response of the null server under the cell's own load, in µs
     * @param p99Micros 99th percentile of the same
     */
    record Ceiling(int fork, int launch, double perSecond, double p50Micros, double p99Micros) implements ForkEvent {}

    /**
     * The lab waited for the machine to become quiet, because other programs had disturbed a block, or would have.
     *
     * @param fork from 1
     * @param launch from 1
     * @param seconds the duration of the wait
     * @param calm whether it became quiet; false: the time limit was reached
     */
    record Waited(int fork, int launch, double seconds, boolean calm) implements ForkEvent {}

    /**
     * A slice was measured; its histograms are in the fork's log.
     *
     * @param slice the figures
     */
    record Measured(Slice slice) implements ForkEvent {
        @Override
        public int fork() {
            return slice.fork();
        }
    }

    /**
     * All slices of this block are on disk. Slices without this line belong to an incomplete block and do not count.
     *
     * @param fork from 1
     * @param block from 1
     */
    record BlockDone(int fork, int block) implements ForkEvent {}

    /**
     * Counts from a separate window, because counting costs the subject time.
     *
     * @param fork from 1
     * @param arm the label
     * @param requests requests answered in that window
     * @param systemCalls by name, or under {@code all} where names are not available
     * @param bytesRead the bytes that these calls copied into memory of the process; null: not known
     * @param unavailable the reason if they were not counted; otherwise null
     */
    record Counted(
            int fork,
            String arm,
            long requests,
            Map<String, Long> systemCalls,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Long bytesRead,

            @Nullable String unavailable)
            implements ForkEvent {
        /** Without what the calls read. */
        public Counted(
                int fork, String arm, long requests, Map<String, Long> systemCalls, @Nullable String unavailable) {
            this(fork, arm, requests, systemCalls, null, unavailable);
        }

        /** Copies the map, in its order. */
        public Counted {
            systemCalls = Collections.unmodifiableMap(new LinkedHashMap<>(systemCalls));
        }
    }

    /**
     * The highest rate that an arm sustains under an objective, between two rates.
     *
     * @param fork from 1
     * @param arm the label
     * @param objectiveMillis the limit for the quantile, in ms
     * @param quantile such as 0.99
     * @param lower a rate at which the objective was met, per second; 0: it was met at no rate that was tried
     * @param upper a rate at which it was missed, per second; null: it was met at every rate that the generator could offer
     * @param slices the number of slices tried
     * @param tried the result of each slice, in order; empty in records from before this field existed
     * @param unavailable the reason if no rate was found; otherwise null
     */
    record Capacity(
            int fork,
            String arm,
            double objectiveMillis,
            double quantile,
            double lower,
            @Nullable Double upper,
            int slices,
            List<Tried> tried,
            @Nullable String unavailable)
            implements ForkEvent {
        /** Copies the list; an absent one is empty. */
        public Capacity {
            tried = tried == null ? List.of() : List.copyOf(tried);
        }

        /**
         * A trial.
         *
         * @param perSecond the offered rate
         * @param millis the objective's quantile, in ms
         * @param outcome kept, missed, or void (not usable)
         * @param why the reason if it was missed or void; empty if it was kept
         */
        public record Tried(double perSecond, double millis, Outcome outcome, String why) {}

        /** The outcome of a trial. */
        public enum Outcome {
            /** The objective was met. */
            KEPT,
            /** The objective was missed. */
            MISSED,
            /** No statement: other programs disturbed the trial, or the generator was not fit. */
            VOID
        }
    }

    /**
     * An arm, or the generator, failed. A failed arm takes no further part in this fork.
     *
     * @param fork from 1
     * @param launch from 1
     * @param arm the label; null: the whole launch
     * @param cause in one line
     * @param log the last lines that it printed
     */
    record Failed(int fork, int launch, @Nullable String arm, String cause, List<String> log) implements ForkEvent {
        /** Copies the list. */
        public Failed {
            log = List.copyOf(log);
        }
    }

    /**
     * The fork is complete.
     *
     * @param fork from 1
     */
    record ForkDone(int fork) implements ForkEvent {}
}
