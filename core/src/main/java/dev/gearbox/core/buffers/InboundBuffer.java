package dev.gearbox.core.buffers;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The bytes of one connection that were read and not yet taken by its session, in one piece, to be offered again with those that follow. */
public final class InboundBuffer {
    private @Nullable PooledBuffer kept;

    public boolean isEmpty() {
        return kept == null;
    }

    public int size() {
        return kept == null ? 0 : kept.untaken();
    }

    /** Appends the remaining bytes of {@code buffer}. */
    public void append(PooledBuffer buffer, BufferPool pool) {
        int more = buffer.untaken();
        PooledBuffer target = kept;
        if (target == null) {
            target = pool.take(more);
        } else if (target.memory().remaining() < more) {
            int before = target.untaken();
            // Twice what is needed, so that a large message is copied only a few times while it arrives.
            PooledBuffer larger = pool.take((before + more) * 2);
            larger.memory().put(0, target.memory(), target.taken, before).position(before);
            target.release();
            target = larger;
        }
        ByteBuffer memory = target.memory();
        memory.put(memory.position(), buffer.memory(), buffer.taken, more).position(memory.position() + more);
        kept = target;
    }

    /** Returns the bytes to be offered; null if there are none. */
    public @Nullable PooledBuffer buffer() {
        return kept;
    }

    /** Releases the memory if everything was taken. */
    public void trim() {
        if (kept != null && kept.untaken() == 0) {
            clear();
        }
    }

    public void clear() {
        if (kept != null) {
            kept.release();
            kept = null;
        }
    }
}
