package dev.gearbox.files.tree;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The folders that several threads still have to examine. Each may add the folders that it finds in one; all end when none is left. */
final class FolderQueue<T> {
    private final Deque<T> waiting = new ArrayDeque<>();
    private int unfinished;

    /** Adds a folder. */
    synchronized void add(T folder) {
        unfinished++;
        waiting.push(folder);
        notify();
    }

    /** Waits for a folder to examine, the latest one first; returns null if all have been examined. */
    synchronized @Nullable T next() throws InterruptedException {
        while (waiting.isEmpty() && unfinished > 0) {
            wait();
        }
        return waiting.poll();
    }

    /** Says that a folder that {@link #next} returned has been examined, and everything in it has been added. */
    synchronized void finished() {
        unfinished--;
        if (unfinished == 0) {
            notifyAll();
        }
    }
}
