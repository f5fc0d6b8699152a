package dev.gearbox.core.concurrent;

import dev.gearbox.core.Cancellable;
import java.util.Arrays;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A loop's timers: a binary heap by deadline. A cancelled timer is removed at once, so that a time-out for each request, nearly all of which are cancelled,
 * leaves no garbage in the heap. For one thread.
 */
public final class TimerQueue {
    private final LongSupplier clock;
    private @Nullable Entry[] heap = new Entry[16];
    private int size;
    private long added;
    private boolean running;
    /** While {@link #runDue} runs: timers due by then are run. */
    private long now;

    private final class Entry implements Cancellable {
        final long deadline;
        final long number;
        final Runnable task;
        int index;

        Entry(long deadline, long number, Runnable task) {
            this.deadline = deadline;
            this.number = number;
            this.task = task;
        }

        boolean before(Entry other) {
            long apart = deadline - other.deadline;
            return apart < 0 || (apart == 0 && number < other.number);
        }

        @Override
        public void cancel() {
            if (index >= 0) {
                remove(index);
            }
        }
    }

    /** Creates a queue that uses {@link System#nanoTime}. */
    public TimerQueue() {
        this(System::nanoTime);
    }

    /** Creates a queue that uses {@code clock}, in nanoseconds. */
    public TimerQueue(LongSupplier clock) {
        this.clock = clock;
    }

    /**
     * Runs {@code task} in {@link #runDue} once the clock has reached {@code deadline}, after those that were added earlier with the same deadline. Cancel on
     * the queue's thread only.
     */
    public Cancellable add(long deadline, Runnable task) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        long earliest = running && deadline - now <= 0 ? now + 1 : deadline;
        Entry entry = new Entry(earliest, added++, task);
        up(size++, entry);
        return entry;
    }

    /** Returns the nanoseconds until the first timer is due: 0 if one is due, {@link Long#MAX_VALUE} if there is none. */
    public long delay() {
        return size == 0 ? Long.MAX_VALUE : Math.max(0, at(0).deadline - clock.getAsLong());
    }

    /** Runs the timers that are due and returns whether there were any. Timers that those tasks add wait for the next call, even if they are due. */
    public boolean runDue() {
        if (size == 0) {
            return false;
        }
        boolean any = false;
        now = clock.getAsLong();
        running = true;
        try {
            while (size > 0 && at(0).deadline - now <= 0) {
                Entry due = at(0);
                remove(0);
                any = true;
                due.task.run();
            }
        } finally {
            running = false;
        }
        return any;
    }

    int size() {
        return size;
    }

    private void remove(int index) {
        at(index).index = -1;
        Entry last = at(--size);
        heap[size] = null;
        if (index < size) {
            if (index > 0 && last.before(at((index - 1) >>> 1))) {
                up(index, last);
            } else {
                down(index, last);
            }
        }
    }

    private void up(int index, Entry entry) {
        int at = index;
        while (at > 0) {
            int parent = (at - 1) >>> 1;
            Entry above = at(parent);
            if (above.before(entry)) {
                break;
            }
            put(at, above);
            at = parent;
        }
        put(at, entry);
    }

    private void down(int index, Entry entry) {
        int at = index;
        for (int child; (child = 2 * at + 1) < size; at = child) {
            if (child + 1 < size && at(child + 1).before(at(child))) {
                child++;
            }
            if (entry.before(at(child))) {
                break;
            }
            put(at, at(child));
        }
        put(at, entry);
    }

    private void put(int index, Entry entry) {
        heap[index] = entry;
        entry.index = index;
    }

    private Entry at(int index) {
        Entry entry = heap[index];
        if (entry == null) {
            throw new IllegalStateException("no timer at " + index + " of " + size);
        }
        return entry;
    }
}
