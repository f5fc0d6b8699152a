package dev.gearbox.evidence;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;

/**
 * The times of the requests of one slice, in nanoseconds: a histogram for each {@link Kind}. All have the same precision, so that adding loses nothing.
 *
 * @param byKind kinds that were not recorded are absent
 */
public record TimeHistograms(Map<Kind, Histogram> byKind) {
    /** The maximum, an hour; longer times are recorded as this. */
    public static final long HIGHEST = 3_600_000_000_000L;

    /** Significant decimal digits. */
    public static final int DIGITS = 3;

    /** The kinds of times. */
    public enum Kind {
        /** From the intended start to the answer, as a user experiences it. For a unit of a job: from the start of the whole job. */
        RESPONSE,
        /** From the write to the answer. */
        SERVICE,
        /** From when a request could have been sent until it was sent: the generator's own delay. */
        LAG,
        /** From the intended start until the connection was free. */
        WAIT,
        /** The time to establish a connection. */
        CONNECT,
        /** Response times of requests affected by the generator's own gaps; these are in no other kind. */
        STALLED,
        /** Wall-clock time of the processor work on a unit of a job. */
        WORK;

        /** Returns the name in files. */
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

    /** Returns the histogram of a kind, empty if it was not recorded. The caller may modify it. */
    public Histogram of(Kind kind) {
        Histogram recorded = byKind.get(kind);
        return recorded == null ? empty() : recorded.copy();
    }

    /** Returns an empty histogram with the common precision. */
    public static Histogram empty() {
        return new Histogram(HIGHEST, DIGITS);
    }

    /** Adds up the requests of several slices of one arm. Only for slices under the same conditions. */
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
