package dev.gearbox.core.buffers;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.function.IntFunction;

/**
 * A pool of an engine's direct buffers, in sizes of 4 KiB times a power of two, so that connections do not allocate direct memory while they run. It keeps up
 * to {@link #KEPT} bytes of free buffers of each size and leaves the rest to the garbage collector. Thread-safe: the lock is held for a few instructions, and
 * loops keep their read buffer, so an echo does not use the pool at all. Buffers that stayed free between two calls of {@link #trim} are released by the
 * second.
 */
public final class BufferPool {
    /** Size of the smallest buffer. */
    public static final int SMALLEST = 4 << 10;

    private static final int CLASSES = 9;
    private static final int KEPT = 16 << 20;

    private final ArrayDeque<PooledBuffer>[] free;
    private volatile IntFunction<ByteBuffer> memory = ByteBuffer::allocateDirect;
    /** The lowest number of free buffers since the last {@link #trim}. */
    private final int[] spare = new int[CLASSES];

    @SuppressWarnings({"unchecked", "rawtypes"})
    public BufferPool() {
        free = new ArrayDeque[CLASSES];
        for (int index = 0; index < CLASSES; index++) {
            free[index] = new ArrayDeque<>();
        }
    }

    /** Returns a pool of buffers on the heap, for code that computes on arrays, such as the JDK's ciphers; no engine reads into these or sends from them. */
    public static BufferPool onHeap() {
        BufferPool pool = new BufferPool();
        pool.allocateBy(ByteBuffer::allocate);
        return pool;
    }

    /**
     * From now on allocates memory with {@code allocator}, which gets a size in bytes and returns a direct buffer of that capacity, or throws {@link
     * OutOfMemoryError}; the default is {@link java.nio.ByteBuffer#allocateDirect}. Drops the free buffers, so that the next {@link #take} of any size asks the
     * allocator.
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
     * Returns an empty buffer of at least {@code size} bytes, which the caller holds.
     *
     * @throws OutOfMemoryError if none is free and there is no memory for another; an engine then closes only the connection that needed it
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

    /** Drops buffers that were not needed since the last call, for the garbage collector. May be called from any thread. */
    public synchronized void trim() {
        for (int index = 0; index < CLASSES; index++) {
            // The last ones of the deque were given back first.
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
