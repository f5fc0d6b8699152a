package dev.gearbox.core;

import java.util.ArrayDeque;

/**
 * An engine's direct buffers, in sizes of 4 KiB times a power of two, so that no connection allocates direct memory on its way. It keeps as
 * many free ones of each size as {@link #KEPT} bytes hold and leaves the rest to the garbage collector. From any thread: the lock is held
 * for a few instructions and loops keep their read buffer, so an echo does not come here at all.
 */
public final class BufferPool {
    /** Size of the smallest buffer. */
    public static final int SMALLEST = 4 << 10;

    private static final int CLASSES = 9;
    private static final int KEPT = 16 << 20;

    private final ArrayDeque<PooledBuffer>[] free;

    @SuppressWarnings({"unchecked", "rawtypes"})
    public BufferPool() {
        free = new ArrayDeque[CLASSES];
        for (int index = 0; index < CLASSES; index++) {
            free[index] = new ArrayDeque<>();
        }
    }

    /** An empty buffer of at least {@code size} bytes; the caller holds it. */
    public PooledBuffer take(int size) {
        int index = index(size);
        PooledBuffer buffer = null;
        if (index < CLASSES) {
            synchronized (this) {
                buffer = free[index].pollFirst();
            }
        }
        if (buffer == null) {
            buffer = new PooledBuffer(this, SMALLEST << index);
        }
        buffer.clear();
        buffer.retain();
        return buffer;
    }

    void give(PooledBuffer buffer) {
        int index = index(buffer.capacity());
        if (index < CLASSES) {
            synchronized (this) {
                if ((free[index].size() + 1L) * buffer.capacity() <= KEPT) {
                    free[index].addFirst(buffer);
                }
            }
        }
    }

    private static int index(int size) {
        return size <= SMALLEST ? 0 : 32 - Integer.numberOfLeadingZeros((size - 1) / SMALLEST);
    }
}
