package dev.gearbox.load.report;

import java.util.EnumMap;
import java.util.Map;

/** Errors by kind, before the window and in it, with the first of each kind in words. Allocates only for that one. */
public final class ErrorCounts {
    private final Map<ErrorKind, Count> byKind = new EnumMap<>(ErrorKind.class);
    private boolean opened;
    private long all;

    /** From here on they are errors of the window. */
    public void open() {
        opened = true;
    }

    /** Counts one, and says whether it is the first of its kind, which should be told by {@link #example}. */
    public boolean count(ErrorKind kind) {
        all++;
        Count counted = byKind.get(kind);
        if (counted != null) {
            counted.one(opened);
        }
        return counted == null;
    }

    /** The first error of a kind, in words. */
    public void example(ErrorKind kind, String message) {
        byKind.put(kind, new Count(message, opened));
    }

    /** How many there are. */
    public long all() {
        return all;
    }

    Map<ErrorKind, LoadReport.Errors> byKind() {
        var counts = new EnumMap<ErrorKind, LoadReport.Errors>(ErrorKind.class);
        byKind.forEach(
                (kind, count) -> counts.put(kind, new LoadReport.Errors(count.inWindow, count.before, count.first)));
        return counts;
    }

    /** Another slice begins: what is there is told. */
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
