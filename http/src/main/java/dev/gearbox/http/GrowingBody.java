package dev.gearbox.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A body that comes piece by piece. What the peer announces is believed as far as it costs little: there is never more memory than
 * eight times what really came, or 64 KiB, and never more than the bound. So of an honest body of half a megabyte only the first 64 KiB
 * are copied as it grows; and a peer that lies has to send an eighth of what it makes this hold. For one thread at a time.
 */
public final class GrowingBody {
    private static final int BELIEVED = 64 << 10;
    private static final int BELIEVED_TIMES = 8;
    private static final int LARGEST_ARRAY = Integer.MAX_VALUE - 8;
    private static final byte[] NOTHING = {};

    private final int most;
    private byte[] bytes = NOTHING;
    private int count;
    private long expected;

    /** Bounded by the largest array that there is: whoever adds has a bound. */
    public GrowingBody() {
        this(LARGEST_ARRAY);
    }

    /**
     * Of a body that may not be longer.
     *
     * @param most bytes that memory is taken for, whatever is announced; whoever adds sees to it that no more come
     */
    public GrowingBody(int most) {
        this.most = most;
    }

    /**
     * So many bytes are announced. To be called before any is added, or not at all.
     *
     * @param length in bytes; negative if nothing was said
     */
    public void expect(long length) {
        expected = length;
    }

    /**
     * Takes all that is left in a buffer.
     *
     * @throws ArithmeticException if that makes more than 2 GiB
     */
    public void add(ByteBuffer piece) {
        int length = piece.remaining();
        if (bytes.length - count < length) {
            bytes = Arrays.copyOf(bytes, capacity(Math.addExact(count, length)));
        }
        piece.get(bytes, count, length);
        count += length;
    }

    private int capacity(int needed) {
        boolean believed = expected >= needed && expected <= Math.max(BELIEVED, (long) BELIEVED_TIMES * needed);
        return (int) Math.max(needed, Math.min(most, believed ? expected : 2L * bytes.length));
    }

    /** How many bytes came. */
    public int size() {
        return count;
    }

    /** How many bytes it has memory for. */
    int capacity() {
        return bytes.length;
    }

    /** All of it, read-only; this is empty afterwards. */
    public ByteBuffer take() {
        ByteBuffer whole = ByteBuffer.wrap(bytes, 0, count).asReadOnlyBuffer();
        forget();
        return whole;
    }

    /** All of it, in an array that has nothing else; this is empty afterwards. */
    public byte[] takeArray() {
        byte[] whole = count == bytes.length ? bytes : Arrays.copyOf(bytes, count);
        forget();
        return whole;
    }

    private void forget() {
        bytes = NOTHING;
        count = 0;
        expected = 0;
    }
}
