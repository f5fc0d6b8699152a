package dev.gearbox.protocols.frames;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Finds a byte in a buffer, eight bytes at a time. */
final class ByteSearch {
    private static final long EACH_BYTE = 0x0101_0101_0101_0101L;
    private static final long LOW_BITS = 0x7f7f_7f7f_7f7f_7f7fL;

    private ByteSearch() {}

    /** Returns the first index from {@code from}, and before {@code to}, where {@code in} has the byte {@code wanted}; -1 if there is none. */
    static int indexOf(ByteBuffer in, int from, int to, byte wanted) {
        boolean bigEndian = in.order().equals(ByteOrder.BIG_ENDIAN);
        long pattern = (wanted & 0xff) * EACH_BYTE;
        int at = from;
        for (; to - at >= Long.BYTES; at += Long.BYTES) {
            long differences = in.getLong(at) ^ pattern;
            // Sets the highest bit of each byte that is zero, and no other bit: unlike the shorter formula, it has no
            // carry from one byte to the next.
            long found = ~(((differences & LOW_BITS) + LOW_BITS) | differences | LOW_BITS);
            if (found != 0) {
                int bits = bigEndian ? Long.numberOfLeadingZeros(found) : Long.numberOfTrailingZeros(found);
                return at + bits / Byte.SIZE;
            }
        }
        for (; at < to; at++) {
            if (in.get(at) == wanted) {
                return at;
            }
        }
        return -1;
    }
}
