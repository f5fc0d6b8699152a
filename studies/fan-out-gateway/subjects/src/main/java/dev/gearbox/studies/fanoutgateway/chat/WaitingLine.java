package dev.gearbox.studies.fanoutgateway.chat;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Those that wait, the longest first. Leaving costs the same wherever one stands. */
final class WaitingLine<P> {
    /** Guarded by this. */
    private final Set<P> waiting = new LinkedHashSet<>();

    synchronized void join(P poll) {
        waiting.add(poll);
    }

    /** Does nothing if it was taken out. */
    synchronized void leave(P poll) {
        waiting.remove(poll);
    }

    /** Takes out those that have waited longest. */
    synchronized List<P> first(int most) {
        List<P> first = new ArrayList<>();
        Iterator<P> polls = waiting.iterator();
        while (first.size() < most && polls.hasNext()) {
            first.add(polls.next());
            polls.remove();
        }
        return first;
    }

    synchronized int size() {
        return waiting.size();
    }
}
