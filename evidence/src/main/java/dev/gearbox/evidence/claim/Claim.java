package dev.gearbox.evidence.claim;

import com.fasterxml.jackson.annotation.JsonValue;
import dev.gearbox.evidence.EvidenceException;
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
 * A statement of the literature as data: what it says, where it stands, how they found it, and the comparisons that it
 * comes to. Written before anything is measured; a claim that is changed gets a new id.
 *
 * @param id such as {@code es-4}
 * @param statement as the literature puts it
 * @param source where it stands
 * @param theirs how they found it, and what they reported
 * @param note what a reader must know about testing it here; empty if nothing
 * @param family claims of one family share their chance of error: intervals are widened so that all comparisons of the
 *     family hold together
 * @param parts the comparisons; the statement holds if all of them do
 */
public record Claim(
        String id,
        String statement,
        String source,
        Theirs theirs,
        Optional<String> note,
        String family,
        List<Part> parts) {
    /** Copies the list. */
    public Claim {
        parts = List.copyOf(parts);
    }

    /**
     * The literature's own way.
     *
     * @param how the method
     * @param reported the figures, in words
     */
    public record Theirs(String how, String reported) {}

    /**
     * One comparison: an arm with another in the same cell, an arm with itself (or another) in another cell, or an arm
     * with a number.
     *
     * @param name what it is about, in a few words
     * @param measure by what
     * @param left the one side
     * @param right the other; empty: {@code number}
     * @param number what the left side is held against where there is no right side, in the unit of the measure; where
     *     there is one, how many times the right side (1, or 10 for "ten times as much at ten times the load")
     * @param expect what the literature says of left against right
     * @param margin the smallest effect that counts, as a share
     * @param size what the literature states as left divided by right; empty if only a direction
     */
    public record Part(
            String name,
            Measure measure,
            Side left,
            Optional<Side> right,
            double number,
            Expected expect,
            double margin,
            Optional<Size> size) {
        /** The left side, and the right one if there is one. */
        Stream<Side> sides() {
            return Stream.concat(Stream.of(left), right.stream());
        }
    }

    /**
     * A stated size, with both figures, so that it can be looked up.
     *
     * @param left the figure of the left side
     * @param right the figure of the right side
     */
    public record Size(double left, double right) {
        /** Left divided by right. */
        public double ratio() {
            return left / right;
        }
    }

    /**
     * One side of a comparison.
     *
     * @param arm who
     * @param cell under which load
     */
    public record Side(Contender arm, CellRef cell) {}

    /**
     * Somebody who takes part.
     *
     * @param spec an engine's, such as {@code reactors?threads=2}
     * @param offload its worker threads, a number or {@code elastic}; empty: none of its own
     * @param label what results call it
     */
    public record Contender(String spec, Optional<String> offload, String label) {}

    /**
     * A workload and the values of those of its axes that matter.
     *
     * @param workload its name
     * @param axes by name
     */
    public record CellRef(String workload, Map<String, String> axes) {
        /** Sorts and copies the map. */
        public CellRef {
            axes = Collections.unmodifiableMap(new TreeMap<>(axes));
        }

        /** "ping connections=100". */
        @Override
        public String toString() {
            return workload
                    + axes.entrySet().stream()
                            .map(axis -> " " + axis.getKey() + "=" + axis.getValue())
                            .collect(Collectors.joining());
        }
    }

    /** What is compared. */
    public sealed interface Measure {
        /** The word in files. */
        String key();

        /** Its unit, empty for a plain number. */
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
         * A figure that is measured in a way of its own, beside any experiment.
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

        /** The figures that are measured apart. */
        enum Kind {
            /** Time inside a blocking accept() that is called before the client comes: the wait for it is in it. */
            ACCEPT_WAITING("µs"),
            /** Time inside an accept for which a connection is there already. */
            ACCEPT_READY("µs");

            private final String unit;

            Kind(String unit) {
                this.unit = unit;
            }

            /** The word in files. */
            public String key() {
                return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
            }
        }

        /**
         * The measure with that key.
         *
         * @throws EvidenceException if there is none: the message says which there are
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
                        unknown.getMessage() + "; and measured apart: "
                                + Arrays.stream(Kind.values()).map(Kind::key).collect(Collectors.joining(", ")),
                        unknown);
            }
        }
    }

    /** What the literature expects of left against right (or the number). */
    public enum Expected {
        /** Less, by an amount that counts. */
        LEFT_LOWER,
        /** More, by an amount that counts. */
        LEFT_HIGHER,
        /** The same, within the margin. */
        EQUAL,
        /** As much or more; the margin is what may be missing. */
        AT_LEAST,
        /** As much or less; the margin is what may be too much. */
        AT_MOST;

        /** The word in files. */
        @JsonValue
        public String key() {
            return name().toLowerCase(java.util.Locale.ROOT).replace('_', '-');
        }
    }

    /** What there is to make claims about; a claim about anything else is an error when it is read. */
    public interface KnownNames {
        /**
         * What results call an arm.
         *
         * @param spec the engine
         * @param offload its worker threads
         * @throws IllegalArgumentException if there is none: the message says what there is
         */
        String label(String spec, Optional<String> offload);

        /**
         * Returns if the workload exists and these axes leave exactly one cell of it.
         *
         * @throws EvidenceException if not: the message says what is wrong
         */
        void check(CellRef cell);
    }

    /**
     * Reads a claim.
     *
     * @param file its name, for messages
     * @param in its text; read to the end, not closed
     * @param known what there is to make claims about
     * @throws EvidenceException naming file and key: not YAML, an unknown or missing key, an unknown engine, workload,
     *     axis or metric, a value out of range
     */
    public static Claim decode(String file, InputStream in, KnownNames known) throws IOException {
        return ClaimFile.decode(file, in, known);
    }

    /**
     * What has to be measured for it: every cell with the arms that take part in it, in order of appearance. Measures
     * that are taken apart are not in here, see {@link #apart}.
     */
    public Map<CellRef, Set<Contender>> runs() {
        return runs(_ -> true);
    }

    /** The same without the comparisons in which somebody cannot take part here: measuring the other side alone decides nothing. */
    public Map<CellRef, Set<Contender>> runs(Predicate<Contender> present) {
        Map<CellRef, Set<Contender>> runs = new LinkedHashMap<>();
        for (Part part : parts) {
            if (part.measure() instanceof Measure.Blocked
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

    /** The figures that have to be measured apart. */
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
