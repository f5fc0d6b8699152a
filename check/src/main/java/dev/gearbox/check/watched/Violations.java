package dev.gearbox.check.watched;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Collects violations; thread-safe. The first ones are kept in words, all of them are counted. */
public final class Violations {
    private static final int TOLD = 20;

    /** The kinds of violation, as named in tables. */
    public enum Kind {
        BYTES("wrong bytes"),
        CALLBACKS("callbacks, tasks or timers out of order"),
        CLOSED("connections closed or broken"),
        SILENCE("no answer"),
        SHIFT("shifts"),
        LEFT_OVER("connections left over"),
        OTHER("other");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Returns the plural name of the kind. */
        public String words() {
            return words;
        }
    }

    private final List<String> first = new ArrayList<>();
    private final Map<Kind, Long> counts = new EnumMap<>(Kind.class);
    private long count;

    public synchronized void add(Kind kind, String finding) {
        count++;
        counts.merge(kind, 1L, Long::sum);
        if (first.size() < TOLD) {
            first.add(finding);
        }
    }

    public void add(String finding) {
        add(Kind.OTHER, finding);
    }

    public synchronized boolean isEmpty() {
        return count == 0;
    }

    public synchronized long count() {
        return count;
    }

    /** Returns the number of violations of each kind that occurred. */
    public synchronized Map<Kind, Long> byKind() {
        return Map.copyOf(counts);
    }

    /** Returns the first ones, in words. */
    public synchronized List<String> first() {
        return List.copyOf(first);
    }
}
