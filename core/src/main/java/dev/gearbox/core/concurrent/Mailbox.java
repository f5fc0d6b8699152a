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
            NEWEST = MethodHandles.lookup().findVarHandle(Mailbox.class, "newest", Letter.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile @Nullable Letter newest;
    /** In front of those: what an earlier turn left, oldest first. Written in turns. */
    private volatile @Nullable Letter left;

    /** A task, and the one behind it. */
    public record Letter(Runnable task, @Nullable Letter next) {}

    public boolean isEmpty() {
        return newest == null && left == null;
    }

    /**
     * From any thread.
     *
     * @return whether a turn has to be asked for: none was since the last {@link #takeAll}
     */
    public boolean add(Runnable task) {
        Letter before;
        do {
            before = newest;
        } while (!NEWEST.compareAndSet(this, before, new Letter(task, before)));
        return before == null;
    }

    /** In a turn: what is left to the next one, which has to be asked for. */
    public void leave(Letter oldest) {
        left = oldest;
    }

    /** In a turn: what the last one left, to be run before {@link #takeAll}; null if nothing. */
    public @Nullable Letter takeLeft() {
        Letter first = left;
        if (first != null) {
            left = null;
        }
        return first;
    }

    /** Everything that was added since this was last called, oldest first; null if nothing was. */
    public @Nullable Letter takeAll() {
        Letter oldest = null;
        for (Letter each = newest == null ? null : (Letter) NEWEST.getAndSet(this, null);
                each != null;
                each = each.next()) {
            oldest = new Letter(each.task(), oldest);
        }
        return oldest;
    }
}
