package dev.gearbox.evidence.claim;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A statement of the literature as data: the statement, its source, the method used there, and the comparisons that test it. Written before anything is
 * measured; a changed claim gets a new id.
 *
 * @param id such as {@code es-4}
 * @param statement as the literature puts it
 * @param source the publication
 * @param theirs the method and the reported figures of the source
 * @param note notes on testing it here; may be empty
 * @param testability where the source says it, and what would refute it
 * @param cores the fewest cores that the subjects must have had: 2 for a statement about what several threads gain from several cores
 * @param family claims of one family share their error probability: intervals are widened so that all comparisons of the family hold simultaneously
 * @param parts the comparisons; the statement holds if all of them do
 */
public record Claim(
        String id,
        String statement,
        String source,
        Theirs theirs,
        Optional<String> note,
        Testability testability,
        int cores,
        String family,
        List<Part> parts) {
    /** Copies the list. */
    public Claim {
        parts = List.copyOf(parts);
    }

    /** Returns whether results of an experiment can decide it: its subjects had enough cores. */
    public boolean judgedBy(Experiment experiment) {
        return experiment.subjectCores() >= cores;
    }

    /** Returns the same claim with some of its comparisons. */
    Claim with(List<Part> some) {
        return new Claim(id, statement, source, theirs, note, testability, cores, family, some);
    }

    /**
     * The method of the source.
     *
     * @param how the method
     * @param reported the figures, as text
     */
    public record Theirs(String how, String reported) {}

    /**
     * Where the source says it, and what would refute it.
     *
     * @param place the section or passage; empty: not stated
     * @param refutedIf what would refute it; empty: not stated
     * @param eitherWay why the test can confirm and refute it; empty: not stated
     */
    public record Testability(Optional<String> place, Optional<String> refutedIf, Optional<String> eitherWay) {}

    /**
     * One comparison: of two arms in the same cell, of an arm with itself (or another) in another cell, or of an arm with a number.
     *
     * @param name a short description
     * @param measure what is compared
     * @param left the left side
     * @param right the right side; empty: {@code number}
     * @param number without a right side, the number to compare with, in the unit of the measure; with one, the factor of the right side (1, or 10 for
     *     "ten times as much at ten times the load")
     * @param expect what the literature says about left against right
     * @param margin the smallest effect that counts, as a share
     * @param size left divided by right according to the literature; empty if it states only a direction
     * @param arithmetic the sum by which the parameters of the load decide it, in words; empty: they must not decide it
     */
    public record Part(
            String name,
            Measure measure,
            Side left,
            Optional<Side> right,
            double number,
            Expected expect,
            double margin,
            Optional<Size> size,
            Optional<String> arithmetic) {
        /** Returns the left side, and the right one if there is one. */
        public Stream<Side> sides() {
            return Stream.concat(Stream.of(left), right.stream());
        }
    }

    /**
     * A stated size, with both figures, so that it can be verified.
     *
     * @param left the figure of the left side
     * @param right the figure of the right side
     */
    public record Size(double left, double right) {
        /** Returns left divided by right. */
        public double ratio() {
            return left / right;
        }
    }

    /**
     * One side of a comparison.
     *
     * @param arm the arm
     * @param cell the cell, that is, the load
     */
    public record Side(Contender arm, CellRef cell) {}

    /**
     * An arm of a comparison.
     *
     * @param spec an engine's, such as {@code reactors?threads=2}
     * @param offload its worker threads, a number or {@code elastic}; empty: none
     * @param label its label in results
     */
    public record Contender(String spec, Optional<String> offload, String label) {}

    /**
     * A workload and the values of its relevant axes.
     *
     * @param workload its name
     * @param axes by name
     */
    public record CellRef(String workload, Map<String, String> axes) {
        /** Sorts and copies the map. */
        public CellRef {
            axes = Collections.unmodifiableMap(new TreeMap<>(axes));
        }

        /** Returns whether an experiment was measured in this cell. */
        public boolean covers(Experiment experiment) {
            return experiment.workload().equals(workload)
                    && experiment.parameters().entrySet().containsAll(axes.entrySet());
        }

        /** Returns a text such as "ping connections=100". */
        @Override
        public String toString() {
            return workload
                    + axes.entrySet().stream()
                            .map(axis -> " " + axis.getKey() + "=" + axis.getValue())
                            .collect(Collectors.joining());
        }
    }

    /** The quantity that is compared. */
    public sealed interface Measure {
        /** Returns the name in files. */
        String key();

        /** Returns the unit, empty for a plain number. */
        String unit();

        /**
         * A metric of the findings.
         *
         * @param metric which
         */
        record Blocked(Metric metric) implements Measure {
            @Override
            public String key() {
                return metric.key();
            }

            @Override
            public String unit() {
                return metric.unit();
            }
        }

        /**
         * A figure that is measured separately, outside of any experiment.
         *
         * @param kind which
         */
        record Unblocked(Kind kind) implements Measure {
            @Override
            public String key() {
                return kind.key();
            }

            @Override
            public String unit() {
                return kind.unit;
            }
        }

        /** The figures that are measured separately. */
        enum Kind {
            /** Time inside a blocking accept() that is called before the client connects, 1 ms after the last; includes the wait for the client. */
            ACCEPT_WAITING("µs"),
            /** The same with clients 250 µs apart. */
            ACCEPT_WAITING_250US("µs"),
            /** The same with clients 4 ms apart. */
            ACCEPT_WAITING_4MS("µs"),
            /** The same with twenty clients at once. */
            ACCEPT_BURST("µs"),
            /** The same by the method of the literature: the mean of twenty in a JVM that has just started. */
            ACCEPT_COLD("µs"),
            /** Time inside an accept() for which a connection is already pending. */
            ACCEPT_READY("µs"),
            /** Share of asynchronous reads, begun outside of the pool, whose handler ran on another thread than the one that began them. */
            READ_HANDED_OVER("%"),
            /** The same of reads that a handler begins, whose bytes have already arrived. */
            NESTED_READ_HANDED_OVER("%"),
            /** Share of asynchronous reads of bytes that have already arrived that are unfinished when the call with a Future returns. */
            READ_PENDING("%");

            private final String unit;

            Kind(String unit) {
                this.unit = unit;
            }

            /** Returns the name in files. */
            public String key() {
                return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
            }
        }

        /**
         * Returns the measure with that key.
         *
         * @throws EvidenceException if there is none; the message lists the known ones
         */
        static Measure of(String key) {
            for (Kind kind : Kind.values()) {
                if (kind.key().equals(key)) {
                    return new Unblocked(kind);
                }
            }
            try {
                return new Blocked(Metric.of(key));
            } catch (EvidenceException unknown) {
                throw new EvidenceException(
                        unknown.getMessage() + "; and measured separately: "
                                + Arrays.stream(Kind.values()).map(Kind::key).collect(Collectors.joining(", ")),
                        unknown);
            }
        }
    }

    /** What the literature expects of left against right (or the number). */
    public enum Expected {
        /** Lower, by more than the margin. */
        LEFT_LOWER,
        /** Higher, by more than the margin. */
        LEFT_HIGHER,
        /** Equal, within the margin. */
        EQUAL,
        /** Equal or more; up to the margin may be missing. */
        AT_LEAST,
        /** Equal or less; up to the margin may be in excess. */
        AT_MOST;

        /** Returns the name in files. */
        @JsonValue
        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    /** The arms and cells that claims may refer to; any other reference is an error when a claim is read. */
    public interface KnownNames {
        /**
         * Returns the label of an arm in results.
         *
         * @param spec the engine
         * @param offload its worker threads
         * @throws IllegalArgumentException if there is no such arm; the message lists the valid ones
         */
        String label(String spec, Optional<String> offload);

        /**
         * Returns normally if the workload exists and these axes select exactly one of its cells.
         *
         * @throws EvidenceException if not; the message says what is wrong
         */
        void check(CellRef cell);
    }

    /**
     * Reads a claim.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @param known the arms and cells that claims may refer to
     * @throws EvidenceException with the file and the key: invalid YAML, an unknown or missing key, an unknown engine, workload, axis or metric, a value
     *     out of range
     */
    public static Claim decode(String file, InputStream in, KnownNames known) throws IOException {
        return ClaimFile.decode(file, in, known);
    }

    /**
     * Returns what must be measured for this claim: every cell with its arms, in order of appearance. Figures that are measured separately are not
     * included, see {@link #apart}; nor are comparisons that arithmetic decides.
     */
    public Map<CellRef, Set<Contender>> runs() {
        return runs(_ -> true);
    }

    /** Returns the same without comparisons in which an arm cannot run here, because measuring only the other side decides nothing. */
    public Map<CellRef, Set<Contender>> runs(Predicate<Contender> present) {
        Map<CellRef, Set<Contender>> runs = new LinkedHashMap<>();
        for (Part part : parts) {
            if (part.measure() instanceof Measure.Blocked
                    && part.arithmetic().isEmpty()
                    && part.sides().map(Side::arm).allMatch(present)) {
                part.right()
                        .ifPresent(right -> runs.computeIfAbsent(right.cell(), _ -> new java.util.LinkedHashSet<>())
                                .add(right.arm()));
                runs.computeIfAbsent(part.left().cell(), _ -> new java.util.LinkedHashSet<>())
                        .add(part.left().arm());
            }
        }
        return runs;
    }

    /** Returns the figures that must be measured separately. */
    public SortedSet<Measure.Kind> apart() {
        SortedSet<Measure.Kind> kinds = new TreeSet<>();
        parts.forEach(part -> {
            if (part.measure() instanceof Measure.Unblocked(Measure.Kind kind)) {
                kinds.add(kind);
            }
        });
        return kinds;
    }
}
