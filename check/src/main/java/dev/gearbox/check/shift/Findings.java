package dev.gearbox.check.shift;

import java.util.ArrayList;
import java.util.List;

/** What was found wrong, by anyone, from any thread. The first ones in words, all of them by number. */
final class Findings {
    private static final int TOLD = 20;

    private final List<String> first = new ArrayList<>();
    private long count;

    synchronized void add(String finding) {
        count++;
        if (first.size() < TOLD) {
            first.add(finding);
        }
    }

    synchronized boolean isEmpty() {
        return count == 0;
    }

    synchronized long count() {
        return count;
    }

    synchronized List<String> first() {
        return List.copyOf(first);
    }
}
