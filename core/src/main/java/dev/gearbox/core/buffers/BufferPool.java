package dev.gearbox.core.buffers;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.IntFunction;

/**
 * An engine's direct buffers, in sizes of 4 KiB times a power of two, so that no connection allocates direct memory on its way. It keeps as
 * many free ones of each size as {@link #KEPT} bytes hold and leaves the rest to the garbage collector. From any thread: the lock is held
 * for a few instructions and loops keep their read buffer, so an echo does not come here at all. What was free all the time between two calls of
 * {@link #trim} is given up by the second.
 */
public final class BufferPool {
    /** Size of the smallest buffer. */
    public static final int SMALLEST = 4 << 10;

    private static final int CLASSES = 9;
    private static final int KEPT = 16 << 20;

    private final ArrayDeque<PooledBuffer>[] free;
    private volatile IntFunction<ByteBuffer> memory = ByteBuffer::allocateDirect;
    /** How many were free at the least since the last {@link #trim}. */
    private final int[] spare = new int[CLASSES];

    @SuppressWarnings({"unchecked", "rawtypes"})
    public BufferPool() {
        free = new ArrayDeque[CLASSES];
        for (int index = 0; index < CLASSES; index++) {
            free[index] = new ArrayDeque<>();
        }
    }

    /**
     * From now on new memory comes from {@code allocator}, which gets a size in bytes and returns a direct buffer of that capacity, or throws {@link
     * OutOfMemoryError}; by default it is the JVM's. What is free now is given up, so that the next {@link #take} of any size asks the allocator.
     */
    public void allocateBy(IntFunction<ByteBuffer> allocator) {
        memory = allocator;
        synchronized (this) {
            for (int index = 0; index < CLASSES; index++) {
                free[index].clear();
                spare[index] = 0;
            }
        }
    }

    /**
     * An empty buffer of at least {@code size} bytes; the caller holds it.
     *
     * @throws OutOfMemoryError if there is none, nor memory for another; an engine closes the connection that wanted it, and no other
     */
    public PooledBuffer take(int size) {
        int index = index(size);
        PooledBuffer buffer = null;
        if (index < CLASSES) {
            synchronized (this) {
                buffer = free[index].pollFirst();
                spare[index] = Math.min(spare[index], free[index].size());
            }
        }
        if (buffer == null) {
            buffer = new PooledBuffer(this, memory.apply(SMALLEST << index));
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

    /** Leaves to the garbage collector what nobody has needed since this was last called. From any thread. */
    public synchronized void trim() {
        for (int index = 0; index < CLASSES; index++) {
            // The last ones: those that were given back first.
            for (int count = spare[index]; count > 0; count--) {
                free[index].removeLast();
            }
            spare[index] = free[index].size();
        }
    }

    private static int index(int size) {
        return size <= SMALLEST ? 0 : 32 - Integer.numberOfLeadingZeros((size - 1) / SMALLEST);
    }
}
