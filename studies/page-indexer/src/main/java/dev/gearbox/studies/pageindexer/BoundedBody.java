package dev.gearbox.studies.pageindexer;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Collects a body as it comes, up to a limit. Grows with what came, never with what was announced: a length may lie. For one thread at a time. */
final class BoundedBody {
    private static final int FIRST = 4096;

    private final int limit;
    private byte[] bytes = new byte[0];
    private int size;

    BoundedBody(int limit) {
        this.limit = limit;
    }

    /**
     * Takes all that is left in the buffer.
     *
     * @throws TooLargeException if that is more than may come
     */
    void add(ByteBuffer more) throws TooLargeException {
        int count = more.remaining();
        if (count > limit - size) {
            throw new TooLargeException(limit);
        }
        if (count > bytes.length - size) {
            long doubled = Math.max(FIRST, 2L * bytes.length);
            bytes = Arrays.copyOf(bytes, (int) Math.min(limit, Math.max(doubled, (long) size + count)));
        }
        more.get(bytes, size, count);
        size += count;
    }

    /** What came. */
    byte[] toArray() {
        return size == bytes.length ? bytes : Arrays.copyOf(bytes, size);
    }
}
