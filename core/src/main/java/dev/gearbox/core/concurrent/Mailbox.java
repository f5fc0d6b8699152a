package dev.gearbox.core.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Tasks for a connection, from any thread, in the order in which they were added. A stack without a lock: an addition is one exchange, and an
 * empty box holds nothing, as most are most of the time. A turn that has no time for all that it took leaves the rest to the next one.
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
    /** In front of those: what an earlier turn left, oldest first. Written in turns. */
    private volatile @Nullable Node left;

    /** A task, and the one behind it. */
    public record Node(Runnable task, @Nullable Node next) {}

    public boolean isEmpty() {
        return newest == null && left == null;
    }

    /**
     * From any thread.
     *
     * @return whether a turn has to be asked for: none was since the last {@link #takeAll}
     */
    public boolean add(Runnable task) {
        Node before;
        do {
            before = newest;
        } while (!NEWEST.compareAndSet(this, before, new Node(task, before)));
        return before == null;
    }

    /** In a turn: what is left to the next one, which has to be asked for. */
    public void leave(Node oldest) {
        left = oldest;
    }

    /** In a turn: what the last one left, to be run before {@link #takeAll}; null if nothing. */
    public @Nullable Node takeLeft() {
        Node first = left;
        if (first != null) {
            left = null;
        }
        return first;
    }

    /** Everything that was added since this was last called, oldest first; null if nothing was. */
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
