package dev.gearbox.core;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Tasks for a connection, from any thread, in the order in which they were added. A stack without a lock: an addition is one exchange, and an
 * empty box holds nothing, as most are most of the time.
 */
final class Mailbox {
    private static final VarHandle NEWEST;

    static {
        try {
            NEWEST = MethodHandles.lookup().findVarHandle(Mailbox.class, "newest", Letter.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private volatile @Nullable Letter newest;

    /** A task, and the one behind it. */
    record Letter(Runnable task, @Nullable Letter next) {}

    boolean isEmpty() {
        return newest == null;
    }

    void add(Runnable task) {
        Letter before;
        do {
            before = newest;
        } while (!NEWEST.compareAndSet(this, before, new Letter(task, before)));
    }

    /** Everything that is in it, oldest first; null if it is empty. It is empty afterwards. */
    @Nullable
    Letter takeAll() {
        Letter oldest = null;
        for (Letter each = newest == null ? null : (Letter) NEWEST.getAndSet(this, null);
                each != null;
                each = each.next()) {
            oldest = new Letter(each.task(), oldest);
        }
        return oldest;
    }
}
