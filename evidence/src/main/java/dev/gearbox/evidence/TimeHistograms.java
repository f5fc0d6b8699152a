package dev.gearbox.evidence;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * The times of the requests of one slice, in nanoseconds: a histogram for each {@link Kind}. Equal precision everywhere,
 * so that adding loses nothing.
 *
 * @param byKind a kind that was not recorded is absent
 */
public record TimeHistograms(Map<Kind, Histogram> byKind) {
    /** Longer times count as this: an hour. */
    public static final long HIGHEST = 3_600_000_000_000L;

    /** Significant decimal digits. */
    public static final int DIGITS = 3;

    /** What was timed. */
    public enum Kind {
        /** From the intended start to the answer: what a user feels. Of a unit of a job: from the start of the whole job. */
        RESPONSE,
        /** From the write to the answer. */
        SERVICE,
        /** From when a request could have left to when it left: the generator's own fault. */
        LAG,
        /** From the intended start until the connection was free. */
        WAIT,
        /** Making a connection. */
        CONNECT,
        /** Response times of requests that fell into the generator's own gaps; in no other kind. */
        STALLED,
        /** Processor work on a unit of a job, by the clock on the wall. */
        WORK;

        /** The word in files. */
        public String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** Copies the map. */
    public TimeHistograms {
        Map<Kind, Histogram> copy = new EnumMap<>(Kind.class);
        copy.putAll(byKind);
        byKind = Collections.unmodifiableMap(copy);
    }

    /** The histogram of a kind, empty if it was not recorded. The caller may change it. */
    public Histogram of(Kind kind) {
        Histogram recorded = byKind.get(kind);
        return recorded == null ? empty() : recorded.copy();
    }

    /** An empty histogram of the precision that all have. */
    public static Histogram empty() {
        return new Histogram(HIGHEST, DIGITS);
    }

    /** The union of the requests of many slices of one arm. Only for slices that saw the same conditions. */
    public static Histogram merged(Iterable<TimeHistograms> slices, Kind kind) {
        Histogram all = empty();
        for (TimeHistograms times : slices) {
            AbstractHistogram part = times.byKind.get(kind);
            if (part != null) {
                all.add(part);
            }
        }
        return all;
    }
}
