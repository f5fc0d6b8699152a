package dev.gearbox.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A body that comes piece by piece. What the peer announces is believed as far as it costs little: there is never more memory than
 * eight times what really came, or 64 KiB. So an honest body of half a megabyte, which comes in pieces of 16 KiB, is copied once after
 * 64 KiB of it; and a peer that lies has to send an eighth of what it makes this hold. There is no other bound: whoever adds has one.
 * For one thread at a time.
 */
public final class GrowingBody {
    private static final int BELIEVED = 64 << 10;
    private static final int BELIEVED_TIMES = 8;
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int count;
    private long expected;

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
        return (int) (believed ? expected : Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 8)));
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
