package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.engines.linux.system.Layouts;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;

/**
 * The buffers that the kernel receives into: it takes the next one when bytes arrive, so an idle connection holds none. As many as stay in the cache while they
 * rotate. A buffer whose bytes are still to be sent is not given back: another one takes its place, and it returns to the pool once they are sent. Used on the
 * loop's thread.
 */
final class BufferRing {
    static final int GROUP = 0;
    /** A power of two. With 4,096, which rotate through the cache, a run cost a fifth more than with 256. */
    private static final int COUNT = 256;

    private static final int PAGE = 64 << 10;

    private final BufferPool pool;
    private final MemorySegment ring = Arena.ofAuto().allocate((long) COUNT * BUFFER_SIZE, PAGE);
    private final PooledBuffer[] buffers = new PooledBuffer[COUNT];
    /** Buffers that the kernel has not got back because an answer still waits in them and there was no memory for another; usually empty. */
    private final ArrayDeque<Integer> owed = new ArrayDeque<>(0);

    private short tail;

    BufferRing(Ring owner, BufferPool pool) throws IOException {
        this.pool = pool;
        owner.registerBuffers(ring.address(), COUNT, GROUP);
        for (int id = 0; id < COUNT; id++) {
            buffers[id] = pool.take(ReadSize.SHARED);
            offer(id);
        }
    }

    /** Returns the buffer that a completion names, with the received bytes. */
    PooledBuffer filled(int id, int count) {
        PooledBuffer buffer = buffers[id];
        buffer.clear().position(count);
        return buffer;
    }

    /**
     * Gives the buffer back to the kernel: its bytes were taken, or it is retained until they are sent.
     *
     * @throws OutOfMemoryError if bytes wait and there is no buffer to replace this one: it goes back to the kernel when they are sent and {@link #mend} is
     *     called
     */
    void giveBack(int id) {
        try {
            replace(id);
        } catch (OutOfMemoryError none) {
            owed.add(id);
            throw none;
        }
    }

    /** Retries what {@link #giveBack} could not do. */
    void mend() {
        for (int left = owed.size(); left > 0; left--) {
            int id = owed.remove();
            try {
                replace(id);
            } catch (OutOfMemoryError none) {
                owed.add(id);
            }
        }
    }

    private void replace(int id) {
        PooledBuffer buffer = buffers[id];
        if (buffer.shared()) {
            PooledBuffer fresh = pool.take(ReadSize.SHARED);
            buffer.release();
            buffers[id] = fresh;
        }
        offer(id);
    }

    private void offer(int id) {
        PooledBuffer buffer = buffers[id];
        long at = ring.address() + (long) (tail & (COUNT - 1)) * BUFFER_SIZE;
        Layouts.putLong(at, buffer.address());
        Layouts.putInt(at + BUFFER_LENGTH, ReadSize.SHARED);
        Layouts.putShort(at + BUFFER_ID, (short) id);
        tail++;
        Layouts.putRelease(ring.address() + BUFFER_TAIL, tail);
    }

    /** Releases all buffers, which the kernel does not use any more. */
    void release() {
        for (PooledBuffer buffer : buffers) {
            buffer.release();
        }
    }
}
