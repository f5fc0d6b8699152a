package dev.gearbox.core.buffers;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** The bytes of one connection that were read and that its session has not taken, in one piece, for a session to see again with what follows. */
public final class InboundBuffer {
    private @Nullable PooledBuffer kept;

    public boolean isEmpty() {
        return kept == null;
    }

    public int size() {
        return kept == null ? 0 : kept.untaken();
    }

    /** Copies what was not taken of {@code buffer} behind what is here. */
    public void append(PooledBuffer buffer, BufferPool pool) {
        int more = buffer.untaken();
        PooledBuffer target = kept;
        if (target == null) {
            target = pool.take(more);
        } else if (target.memory().remaining() < more) {
            int before = target.untaken();
            // Twice of what is needed, so that a large message is copied a few times only while it gathers.
            PooledBuffer larger = pool.take((before + more) * 2);
            larger.memory().put(0, target.memory(), target.taken, before).position(before);
            target.release();
            target = larger;
        }
        ByteBuffer memory = target.memory();
        memory.put(memory.position(), buffer.memory(), buffer.taken, more).position(memory.position() + more);
        kept = target;
    }

    /** What is here, to be offered; null if nothing is. */
    public @Nullable PooledBuffer buffer() {
        return kept;
    }

    /** Lets go of the memory if everything was taken. */
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
