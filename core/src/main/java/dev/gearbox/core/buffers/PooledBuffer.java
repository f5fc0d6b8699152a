package dev.gearbox.core.buffers;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Direct memory from a {@link BufferPool}, with the three views that a connection needs of it: the engine reads from the socket into {@link
 * #memory()}, the session sees {@link #in}, and what the session sends back of it goes out through {@link #out}. The views are made once, so
 * that a read and its answer allocate nothing.
 *
 * <p>Counted by hand: whoever keeps it {@link #retain}s it, and the last {@link #release} returns it to its pool. The count is guarded by the
 * connection's (or the loop's) turn, not by itself.
 */
public final class PooledBuffer {
    private final BufferPool pool;
    private final ByteBuffer memory;
    private final long address;
    public final ByteBuffer in;
    final ByteBuffer out;

    @Nullable
    PooledBuffer next;

    private int holders;
    /** Where the bytes begin that were not taken yet; they end at the position of {@link #memory}. */
    public int taken;

    PooledBuffer(BufferPool pool, ByteBuffer memory) {
        this.pool = pool;
        this.memory = memory;
        address = MemorySegment.ofBuffer(memory).address();
        in = memory.asReadOnlyBuffer();
        out = memory.duplicate();
    }

    /** The memory itself: its position is where the next byte goes. */
    public ByteBuffer memory() {
        return memory;
    }

    /** Where the memory lies, for engines that call the system themselves; it stays there as long as this object can be reached. */
    public long address() {
        return address;
    }

    /** Empties it and returns its memory, to be read into. */
    public ByteBuffer clear() {
        taken = 0;
        return memory.clear();
    }

    public int capacity() {
        return memory.capacity();
    }

    /** Whether someone else keeps it too, so that its bytes must stay as they are. */
    public boolean shared() {
        return holders > 1;
    }

    void retain() {
        holders++;
    }

    /** Gives it up: nothing of it may be touched after this. */
    public void release() {
        if (--holders == 0) {
            next = null;
            pool.give(this);
        }
    }

    public int untaken() {
        return memory.position() - taken;
    }

    /**
     * Everything before {@code position} was taken.
     *
     * @throws IllegalStateException if that cannot be
     */
    public void take(int position) {
        if (position < taken || position > memory.position()) {
            throw new IllegalStateException("the buffer's position is " + position
                    + " after received(): it has to be from " + taken + " to " + memory.position());
        }
        taken = position;
    }

    /** Where the {@code length} bytes of {@code data} begin in this memory; negative if they lie elsewhere, or not wholly in it. */
    @SuppressWarnings("ReferenceEquality") // the very view that the session was given: no need to ask for its address
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
