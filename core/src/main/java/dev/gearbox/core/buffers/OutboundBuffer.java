package dev.gearbox.core.buffers;

import static java.util.Objects.requireNonNull;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The bytes that a connection has still to send, in order: optionally a region of the buffer that is being read (so an echo copies nothing), then copied bytes
 * in pooled chunks. Small writes are collected in one chunk and sent with one system call. Accessed in the connection's turns only.
 *
 * <p>Between {@link #head} and {@link #sent} the engine may be sending the head outside a turn. Bytes can be appended meanwhile; those of the head stay where
 * they are.
 */
public final class OutboundBuffer {
    /** A region up to this size is copied in front of the following bytes rather than sent with a system call of its own. */
    static final int WORTH_A_CALL = 4 << 10;

    /** To copy a direct buffer of this size costs more than a system call of its own. */
    static final int WORTH_SENDING_FIRST = 64 << 10;

    private static final int CHUNK = 16 << 10;
    private static final int LARGEST_CHUNK = 256 << 10;

    /** The pool of the engine that drives the connection; null before the first engine. */
    private @Nullable BufferPool pool;

    private @Nullable PooledBuffer region;
    private int from;
    private int to;
    private @Nullable PooledBuffer first;
    private @Nullable PooledBuffer last;
    private long size;
    private boolean shown;
    /** Offset of the head in its buffer. */
    private int shownFrom;

    /** From now on takes memory for copies from {@code newPool}; existing chunks return to their own pool. */
    public void use(BufferPool newPool) {
        pool = newPool;
    }

    public long size() {
        return size;
    }

    /**
     * Returns the number of bytes that the system has not accepted. For bytes that are being sent, the position of the head shows the progress; if another
     * thread moves it, the result may be slightly out of date.
     */
    public long untaken() {
        return shown ? size - (headBuffer().position() - shownFrom) : size;
    }

    /** Returns whether the engine is sending. */
    public boolean shown() {
        return shown;
    }

    /**
     * Returns whether to offer {@code data} to the socket before it is appended: nothing waits, and {@link #append(ByteBuffer, PooledBuffer)} would copy much
     * that the system can take from where it is.
     */
    public boolean isSentFirst(ByteBuffer data, @Nullable PooledBuffer reading) {
        int length = data.remaining();
        return size == 0
                && length >= WORTH_SENDING_FIRST
                && data.isDirect()
                && (reading == null || reading.offsetOf(data, length) < 0);
    }

    /**
     * Appends all of {@code data}; {@code reading} is the buffer that the session is reading, if any.
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

    /**
     * Appends all of {@code data}, whose memory is sent from as it is, unless it is small.
     *
     * @throws OutOfMemoryError if there is no buffer for a small one
     */
    public void append(SharedBuffer data) {
        if (data.isSmall()) {
            append(data.view(), null);
        } else {
            add(data.chunk());
            size += data.size();
        }
    }

    private void add(PooledBuffer chunk) {
        if (last == null) {
            first = chunk;
        } else {
            last.next = chunk;
        }
        last = chunk;
    }

    private void copy(ByteBuffer data) {
        BufferPool memory = requireNonNull(pool, "not with an engine yet");
        while (data.hasRemaining()) {
            PooledBuffer chunk = last;
            if (chunk == null || !chunk.memory().hasRemaining()) {
                // What waits already is likely to be followed by as much: a few large sends cost less than many small
                // ones.
                chunk = memory.take(Math.clamp(Math.max(data.remaining(), size), CHUNK, LARGEST_CHUNK));
                add(chunk);
            }
            ByteBuffer target = chunk.memory();
            int step = Math.min(target.remaining(), data.remaining());
            target.put(target.position(), data, data.position(), step);
            target.position(target.position() + step);
            data.position(data.position() + step);
            size += step;
        }
    }

    /** Returns the next bytes to send, in one piece; valid until {@link #sent}. There must be some. */
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

    /** Returns the memory address of the first byte of the head. */
    public long headAddress() {
        if (region != null) {
            return region.address() + from;
        }
        PooledBuffer chunk = requireNonNull(first, "nothing to send");
        return chunk.address() + chunk.taken;
    }

    /** Removes {@code count} bytes of the head, which were sent. */
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
     * Copies the rest of the region, so that its buffer can be read into again. Must not be called while the engine is sending.
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
     * Drops all bytes. The chunk that an engine is sending at this moment is not returned to the pool: a write that is being cancelled could still send bytes
     * of it, which must not belong to another connection by then.
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
