package dev.gearbox.core.buffers;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a connection has still to send, in order: perhaps a region of the buffer that is being read (so an echo copies nothing),
 * then copied bytes in pooled chunks. Small writes gather in one chunk and so leave in one system call. All of it under the connection's turn.
 *
 * <p>Between {@link #head} and {@link #sent} the engine may be sending what it was shown without holding the turn. Appending goes on then,
 * behind the shown bytes, which stay where they are.
 */
public final class OutboundBuffer {
    /** A region up to this size is rather copied in front of what follows than sent by a system call of its own. */
    private static final int WORTH_A_CALL = 4 << 10;

    private static final int CHUNK = 16 << 10;
    private static final int LARGEST_CHUNK = 256 << 10;

    /** Of the engine that drives the connection; null before the first. */
    private @Nullable BufferPool pool;

    private @Nullable PooledBuffer region;
    private int from;
    private int to;
    private @Nullable PooledBuffer first;
    private @Nullable PooledBuffer last;
    private long size;
    private boolean shown;
    /** Where in its buffer what is shown begins. */
    private int shownFrom;

    /** Copies are made in memory of {@code newPool} from now on; what is here returns to where it came from. */
    public void use(BufferPool newPool) {
        pool = newPool;
    }

    public long size() {
        return size;
    }

    /**
     * Those that the system has not taken: of what the engine is sending, the position of the buffer it was shown tells how far it has come; where
     * another thread moves that, perhaps a moment late.
     */
    public long untaken() {
        return shown ? size - (headBuffer().position() - shownFrom) : size;
    }

    /** Whether the engine is sending. */
    public boolean shown() {
        return shown;
    }

    /**
     * Takes all of {@code data}; {@code reading} is the buffer that the session is looking at, if it is.
     *
     * @throws OutOfMemoryError if there is no buffer for it: the part of {@code data} before its position was taken
     */
    public void append(ByteBuffer data, @Nullable PooledBuffer reading) {
        int length = data.remaining();
        if (length == 0) {
            return;
        }
        int offset = reading == null || first != null ? -1 : reading.offsetOf(data, length);
        if (reading != null && offset >= 0 && region == null) {
            region = reading;
            reading.retain();
            from = offset;
            to = offset + length;
            size += length;
            data.position(data.limit());
        } else if (offset >= 0 && region == reading && offset == to) {
            to += length;
            size += length;
            data.position(data.limit());
        } else {
            if (region != null && first == null && !shown && to - from <= WORTH_A_CALL) {
                keep();
            }
            copy(data);
        }
    }

    private void copy(ByteBuffer data) {
        BufferPool memory = requireNonNull(pool, "not with an engine yet");
        while (data.hasRemaining()) {
            PooledBuffer chunk = last;
            if (chunk == null || !chunk.memory().hasRemaining()) {
                chunk = memory.take(Math.clamp(data.remaining(), CHUNK, LARGEST_CHUNK));
                if (last == null) {
                    first = chunk;
                } else {
                    last.next = chunk;
                }
                last = chunk;
            }
            ByteBuffer target = chunk.memory();
            int step = Math.min(target.remaining(), data.remaining());
            target.put(target.position(), data, data.position(), step);
            target.position(target.position() + step);
            data.position(data.position() + step);
            size += step;
        }
    }

    /** The next bytes to send, in one piece; valid until {@link #sent}. There must be some. */
    public ByteBuffer head() {
        shown = true;
        ByteBuffer head = headBuffer();
        if (region != null) {
            shownFrom = from;
            return head.clear().limit(to).position(from);
        }
        PooledBuffer chunk = requireNonNull(first);
        shownFrom = chunk.taken;
        return head.clear().limit(chunk.memory().position()).position(chunk.taken);
    }

    private ByteBuffer headBuffer() {
        return region != null ? region.out : requireNonNull(first, "nothing to send").out;
    }

    /** Where the first byte of the head lies in memory. */
    public long headAddress() {
        if (region != null) {
            return region.address() + from;
        }
        PooledBuffer chunk = requireNonNull(first, "nothing to send");
        return chunk.address() + chunk.taken;
    }

    /** {@code count} bytes of the head went out. */
    public void sent(int count) {
        shown = false;
        size -= count;
        if (region != null) {
            from += count;
            if (from == to) {
                region.release();
                region = null;
            }
        } else if (count > 0) {
            PooledBuffer chunk = requireNonNull(first, "sent more than there was");
            chunk.taken += count;
            if (chunk.untaken() == 0) {
                first = chunk.next;
                if (first == null) {
                    last = null;
                }
                chunk.release();
            }
        }
    }

    /**
     * Copies what is left of the region, so that its buffer can be read into again. Not while the engine is sending.
     *
     * @throws OutOfMemoryError if there is no buffer for the copy; nothing has changed
     */
    public void keep() {
        PooledBuffer buffer = region;
        if (buffer == null) {
            return;
        }
        int length = to - from;
        PooledBuffer copy = requireNonNull(pool, "not with an engine yet").take(Math.max(length, CHUNK));
        copy.memory().put(0, buffer.memory(), from, length).position(length);
        copy.next = first;
        first = copy;
        if (last == null) {
            last = copy;
        }
        region = null;
        buffer.release();
    }

    /**
     * Drops everything. What an engine is sending at this moment is not returned to the pool: a write that is being broken off could still send
     * a few bytes of it, which must not be another connection's by then.
     */
    public void clear() {
        if (shown && region != null) {
            region = null;
        } else if (shown && first != null) {
            first = first.next;
        }
        if (region != null) {
            region.release();
            region = null;
        }
        while (first != null) {
            PooledBuffer chunk = first;
            first = chunk.next;
            chunk.release();
        }
        last = null;
        size = 0;
    }
}
