package dev.gearbox.core.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Tasks for a connection, from any thread, in the order in which they were added. A lock-free stack: adding a task is one atomic exchange, and an empty
 * mailbox, the usual case, holds no memory. A turn that has no time for all tasks leaves the rest to the next one.
 */
public final class Mailbox {
    private static final VarHandle NEWEST;

    static {
        try {
            NEWEST = MethodHandles.lookup().findVarHandle(Mailbox.class, "newest", Node.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile @Nullable Node newest;
    /** Tasks left by an earlier turn, which come first, oldest first. Written in turns. */
    private volatile @Nullable Node left;

    /** A task and its successor. */
    public record Node(Runnable task, @Nullable Node next) {}

    public boolean isEmpty() {
        return newest == null && left == null;
    }

    /**
     * Adds a task. May be called from any thread.
     *
     * @return whether the caller has to request a turn: none was requested since the last {@link #takeAll}
     */
    public boolean add(Runnable task) {
        Node before;
        do {
            before = newest;
        } while (!NEWEST.compareAndSet(this, before, new Node(task, before)));
        return before == null;
    }

    /** Leaves tasks to the next turn, which has to be requested. Called in a turn. */
    public void leave(Node oldest) {
        left = oldest;
    }

    /** Returns the tasks that the last turn left, to be run before {@link #takeAll}; null if there are none. Called in a turn. */
    public @Nullable Node takeLeft() {
        Node first = left;
        if (first != null) {
            left = null;
        }
        return first;
    }

    /** Returns all tasks that were added since the last call, oldest first; null if there are none. */
    public @Nullable Node takeAll() {
        Node oldest = null;
        for (Node each = newest == null ? null : (Node) NEWEST.getAndSet(this, null);
                each != null;
                each = each.next()) {
            oldest = new Node(each.task(), oldest);
        }
        return oldest;
    }
}
