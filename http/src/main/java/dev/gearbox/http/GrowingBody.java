package dev.gearbox.http;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** A body that comes piece by piece. What the peer announces is believed as far as it costs nothing: memory grows with what really came. */
final class GrowingBody {
    private static final int BELIEVED = 64 << 10;
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int count;
    private long expected;

    /** So many bytes are announced. */
    void expect(long length) {
        expected = length;
    }

    void add(ByteBuffer piece) {
        int length = piece.remaining();
        if (bytes.length - count < length) {
            bytes = Arrays.copyOf(bytes, capacity(count + length));
        }
        piece.get(bytes, count, length);
        count += length;
    }

    private int capacity(int needed) {
        long doubled = Math.max(needed, Math.min(2L * bytes.length, Integer.MAX_VALUE - 8));
        // What was announced is the exact size, once a part of it has come that a liar would have to send as well.
        return (int) (expected >= needed && expected <= Math.max(doubled, BELIEVED) ? expected : doubled);
    }

    int size() {
        return count;
    }

    /** All of it, read-only; this is empty afterwards. */
    ByteBuffer take() {
        ByteBuffer whole = ByteBuffer.wrap(bytes, 0, count).asReadOnlyBuffer();
        bytes = NOTHING;
        count = 0;
        expected = 0;
        return whole;
    }
}
