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

/** One line of a fork's diary: what happened in it, in order, as it happened. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "entry")
@JsonSubTypes({
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
    /** The fork that it belongs to, from 1. */
    int fork();

    /**
     * Fresh JVMs were started for every arm and for the generator.
     *
     * @param fork from 1
     * @param launch from 1; more when the fork was interrupted and goes on
     * @param started a label
     * @param loadAverage of the machine's last minute
     * @param stamps what each arm says really runs, by label
     * @param notes what a reader must know, in sentences
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
     * How an arm was warmed.
     *
     * @param fork from 1
     * @param launch from 1
     * @param arm the label
     * @param seconds of load
     * @param requests served
     * @param warm whether its JIT was quiet and its cost had no trend at the end; false: the time was up
     * @param why what was missing; empty if it was warm
     */
    record Warmed(int fork, int launch, String arm, double seconds, long requests, boolean warm, String why)
            implements ForkEvent {}

    /**
     * The generator against a server that does nothing but echo, in the same set-up: what it could do at most, and the
     * floor below which times say nothing about a subject.
     *
     * @param fork from 1
     * @param launch from 1
     * @param perSecond its highest rate
     * @param p50Micros median response of the null server under the cell's own load, in µs
     * @param p99Micros 99th percentile of the same
     */
    record Ceiling(int fork, int launch, double perSecond, double p50Micros, double p99Micros) implements ForkEvent {}

    /**
     * The lab waited for the machine to become quiet, because what others did on it had spoilt a block, or would have.
     *
     * @param fork from 1
     * @param launch from 1
     * @param seconds that it waited
     * @param calm whether it became quiet; false: its patience was at an end
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
     * Every slice of this block is on the disk. Slices without this line belong to a block that was cut off and do not
     * count.
     *
     * @param fork from 1
     * @param block from 1
     */
    record BlockDone(int fork, int block) implements ForkEvent {}

    /**
     * Counts from a window of their own, because counting costs the subject time.
     *
     * @param fork from 1
     * @param arm the label
     * @param requests answered meanwhile
     * @param systemCalls by name, or under {@code all} where names are not told
     * @param bytesRead what these calls copied into memory of the process; null: not known
     * @param unavailable why they were not counted; null if they were
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
     * @param lower a rate at which the objective was kept, per second; 0: at no rate that was tried
     * @param upper a rate at which it was not, per second; null: it was kept at every rate that the generator could ask
     * @param slices how many were tried
     * @param tried what came of each, in order; empty in records of before this was kept
     * @param unavailable why nothing was found; null if something was
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
         * @param perSecond the rate that was asked
         * @param millis the objective's quantile, in ms
         * @param outcome kept, missed, or void: of no use
         * @param why it was missed or void; empty if it was kept
         */
        public record Tried(double perSecond, double millis, Outcome outcome, String why) {}

        /** What a trial says about its rate. */
        public enum Outcome {
            /** The objective was kept. */
            KEPT,
            /** It was not. */
            MISSED,
            /** Nothing: others disturbed, or the generator was not fit. */
            VOID
        }
    }

    /**
     * An arm, or the generator, did not do what it should. An arm that failed takes no further part in this fork.
     *
     * @param fork from 1
     * @param launch from 1
     * @param arm the label; null: the whole launch
     * @param cause in one line
     * @param log what it printed last
     */
    record Failed(int fork, int launch, @Nullable String arm, String cause, List<String> log) implements ForkEvent {
        /** Copies the list. */
        public Failed {
            log = List.copyOf(log);
        }
    }

    /**
     * The fork has all its blocks.
     *
     * @param fork from 1
     */
    record ForkDone(int fork) implements ForkEvent {}
}
