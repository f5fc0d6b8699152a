package dev.gearbox.core.buffers;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Direct memory from a {@link BufferPool}, with the three views that a connection needs: the engine reads from the socket into {@link #memory()}, the session
 * reads {@link #in}, and bytes that the session sends back are sent from {@link #out}. The views are created once, so that a read and its answer allocate
 * nothing.
 *
 * <p>Reference-counted: each holder calls {@link #retain}, and the last {@link #release} returns the buffer to its pool. The count is not thread-safe; it is
 * guarded by the turn of the connection (or the loop).
 */
public final class PooledBuffer {
    /** Null for shared memory, which no pool gets back. */
    private final @Nullable BufferPool pool;

    private final ByteBuffer memory;
    private final long address;
    public final ByteBuffer in;
    final ByteBuffer out;

    @Nullable
    PooledBuffer next;

    private int holders;
    /** Where the bytes begin that were not taken yet; they end at the position of {@link #memory}. */
    public int taken;

    PooledBuffer(@Nullable BufferPool pool, ByteBuffer memory) {
        this.pool = pool;
        this.memory = memory;
        address = MemorySegment.ofBuffer(memory).address();
        in = memory.asReadOnlyBuffer();
        out = memory.duplicate();
    }

    /** Returns the memory itself: its position is where the next byte is written. */
    public ByteBuffer memory() {
        return memory;
    }

    /** Returns the memory address, for engines that call the system themselves; valid while this object is reachable, and not for a buffer on the heap. */
    public long address() {
        return address;
    }

    /** Clears the buffer and returns its memory, to be read into. */
    public ByteBuffer clear() {
        taken = 0;
        return memory.clear();
    }

    public int capacity() {
        return memory.capacity();
    }

    /** Returns whether there is another holder, so that the bytes must not change. */
    public boolean shared() {
        return holders > 1;
    }

    void retain() {
        holders++;
    }

    /** Releases one reference: the caller must not touch the buffer afterwards. */
    public void release() {
        if (--holders == 0) {
            next = null;
            if (pool != null) {
                pool.give(this);
            }
        }
    }

    public int untaken() {
        return memory.position() - taken;
    }

    /**
     * Marks everything before {@code position} as taken.
     *
     * @throws IllegalStateException if the position is out of range
     */
    public void take(int position) {
        if (position < taken || position > memory.position()) {
            throw new IllegalStateException("the buffer's position is " + position
                    + " after received(): it has to be from " + taken + " to " + memory.position());
        }
        taken = position;
    }

    /** Returns the offset of the {@code length} bytes of {@code data} in this memory; negative if they are not entirely in it. */
    @SuppressWarnings("ReferenceEquality") // The view that the session was given: no need to ask for its address.
    public int offsetOf(ByteBuffer data, int length) {
        long offset;
        if (data == in) {
            offset = data.position();
        } else if (data.isDirect()) {
            offset = MemorySegment.ofBuffer(data).address() - address;
        } else {
            return -1;
        }
        return offset >= 0 && offset + length <= memory.capacity() ? (int) offset : -1;
    }
}
