package dev.gearbox.load.report;

import java.util.EnumMap;
import java.util.Map;

/** Counts errors by kind, before the window and in it, and keeps a description of the first of each kind. Allocates only for that description. */
public final class ErrorCounts {
    private final Map<ErrorKind, Count> byKind = new EnumMap<>(ErrorKind.class);
    private boolean opened;
    private long all;

    /** Begins the window: errors from here on belong to it. */
    public void open() {
        opened = true;
    }

    /** Counts an error; returns whether it is the first of its kind, which should be described with {@link #example}. */
    public boolean count(ErrorKind kind) {
        all++;
        Count counted = byKind.get(kind);
        if (counted != null) {
            counted.one(opened);
        }
        return counted == null;
    }

    /** Sets the description of the first error of a kind. */
    public void example(ErrorKind kind, String message) {
        byKind.put(kind, new Count(message, opened));
    }

    /** Returns the number of errors. */
    public long all() {
        return all;
    }

    Map<ErrorKind, LoadReport.Errors> byKind() {
        var counts = new EnumMap<ErrorKind, LoadReport.Errors>(ErrorKind.class);
        byKind.forEach(
                (kind, count) -> counts.put(kind, new LoadReport.Errors(count.inWindow, count.before, count.first)));
        return counts;
    }

    /** Begins another slice: the errors so far have been reported. */
    public void clear() {
        byKind.clear();
        opened = false;
        all = 0;
    }

    private static final class Count {
        private final String first;
        private long inWindow;
        private long before;

        private Count(String first, boolean opened) {
            this.first = first;
            one(opened);
        }

        private void one(boolean opened) {
            if (opened) {
                inWindow++;
            } else {
                before++;
            }
        }
    }
}
