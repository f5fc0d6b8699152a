package dev.gearbox.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * A message body that arrives in pieces. The announced length is trusted only as far as that is cheap: the memory never exceeds eight times the bytes
 * received, or 64 KiB, and never the bound. So of an honest body of half a megabyte only the first 64 KiB are copied as it grows, and a peer that
 * lies must send an eighth of the memory that it makes this class allocate. Not thread-safe.
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

    /** Creates a body that is bounded only by the largest array; the caller enforces a limit. */
    public GrowingBody() {
        this(LARGEST_ARRAY);
    }

    /**
     * Creates a body with a maximum length.
     *
     * @param most the largest number of bytes to allocate memory for, whatever is announced; the caller ensures that no more are added
     */
    public GrowingBody(int most) {
        this.most = most;
    }

    /**
     * Sets the announced length. Call it before any bytes are added, or not at all.
     *
     * @param length in bytes; negative if unknown
     */
    public void expect(long length) {
        expected = length;
    }

    /**
     * Adds the remaining bytes of a buffer.
     *
     * @throws ArithmeticException if the body would exceed 2 GiB
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

    /** Returns the number of bytes received. */
    public int size() {
        return count;
    }

    /** Returns the number of bytes that memory is allocated for. */
    int capacity() {
        return bytes.length;
    }

    /** Returns the body as a read-only buffer; this object is empty afterwards. */
    public ByteBuffer take() {
        ByteBuffer whole = ByteBuffer.wrap(bytes, 0, count).asReadOnlyBuffer();
        forget();
        return whole;
    }

    /** Returns the body as an array of exactly its length; this object is empty afterwards. */
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
