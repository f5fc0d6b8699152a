package dev.gearbox.engines.linux.uring;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * The slots of a ring, one for each connection. A slot is reserved before a request is made that may need it: an accept that finds none loses its connection.
 * Requests that find none wait in turn. Used on the loop's thread.
 *
 * <p>Accepts reserve slots for connections that may never come. So a listening socket that has no accept pending, because the slots of others are reserved,
 * gets a slot from one that has several, and is served before those that wait.
 */
final class RingSlots {
    /** Reserves several slots, and can do without some of them. */
    interface Reserver {
        /** Starts to release one of its slots, unless it has only one; returns whether it does. */
        boolean releaseOne();
    }

    private final Queue<Runnable> waitingFirst = new ArrayDeque<>();
    private final Queue<Runnable> waiting = new ArrayDeque<>();
    private final List<Reserver> reservers = new ArrayList<>();
    private int free;

    RingSlots(int count) {
        free = count;
    }

    /** Reserves a slot, if one is free. */
    boolean reserve() {
        if (free == 0) {
            return false;
        }
        free--;
        return true;
    }

    /** Releases a slot: it is free when the next request is made. */
    void release() {
        free++;
        // One that waits may not need it any more.
        for (Runnable next; free > 0 && (next = next()) != null; ) {
            next.run();
        }
    }

    private @Nullable Runnable next() {
        Runnable first = waitingFirst.poll();
        return first == null ? waiting.poll() : first;
    }

    /** Runs {@code then}, once, when a slot is free. */
    void await(Runnable then) {
        waiting.add(then);
    }

    /** Runs {@code then}, once, when a slot is free, before those that {@link #await}; one that has several slots is asked to release one. */
    void awaitFirst(Runnable then) {
        waitingFirst.add(then);
        askReservers();
    }

    /** Asks one that has several slots to release one, if any socket waits that has none: also when one that was to be released is in use after all. */
    void askReservers() {
        if (waitingFirst.isEmpty()) {
            return;
        }
        for (Reserver reserver : reservers) {
            if (reserver.releaseOne()) {
                return;
            }
        }
    }

    void add(Reserver reserver) {
        reservers.add(reserver);
    }

    void remove(Reserver reserver) {
        reservers.remove(reserver);
    }
}
