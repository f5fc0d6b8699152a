package dev.gearbox.core.buffers;

import java.nio.ByteBuffer;

/**
 * Bytes to be sent on many connections, which share one copy of them: {@link dev.gearbox.core.Connection#send(SharedBuffer)}. Immutable; for any thread.
 *
 * <p>Large contents are sent from the shared memory itself, so that a thousand slow receivers hold no more memory than one. Small ones (up to 4 KiB) are
 * collected with the other bytes of each connection when they are written, because that costs less than a system call of their own. The garbage collector
 * frees the memory when the last receiver has sent it.
 */
public final class SharedBuffer {
    private final ByteBuffer memory;

    private SharedBuffer(ByteBuffer memory) {
        this.memory = memory;
    }

    /** Copies the remaining bytes of {@code data}, whose position stays where it is. */
    public static SharedBuffer copyOf(ByteBuffer data) {
        int size = data.remaining();
        ByteBuffer memory =
                size > OutboundBuffer.WORTH_A_CALL ? ByteBuffer.allocateDirect(size) : ByteBuffer.allocate(size);
        return new SharedBuffer(memory.put(0, data, data.position(), size));
    }

    /** Returns the number of bytes. */
    public int size() {
        return memory.capacity();
    }

    /** Returns whether each connection copies the bytes. */
    boolean isSmall() {
        return !memory.isDirect();
    }

    /** Returns the bytes; not read-only, since some libraries send no others, but not to be changed. */
    ByteBuffer view() {
        return memory.duplicate();
    }

    /** Returns the memory as a buffer of one connection. */
    PooledBuffer chunk() {
        PooledBuffer chunk = new PooledBuffer(null, view());
        chunk.retain();
        chunk.memory().position(size());
        return chunk;
    }
}
