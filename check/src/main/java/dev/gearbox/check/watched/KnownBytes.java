package dev.gearbox.check.watched;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * An endless stream of pseudo-random bytes, each determined by its position: a reader can verify any part of it, and a lost, duplicated or misplaced
 * byte is detected with a probability of 255 in 256, together with its neighbours almost certainly.
 *
 * @param seed a different seed gives a different stream
 */
public record KnownBytes(long seed) {
    private static final VarHandle WORDS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int LONGEST_FAREWELL = 8_000;
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    /** How many of them the server sends on its own, after the last answer. */
    public int farewell() {
        return 1 + (int) Long.remainderUnsigned(seed, LONGEST_FAREWELL);
    }

    /** Returns eight of them at once, the first in the lowest bits: SplitMix64, which can be computed at any position. */
    private long word(long index) {
        long mixed = seed + (index + 1) * GOLDEN;
        mixed = (mixed ^ (mixed >>> 30)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
        return mixed ^ (mixed >>> 31);
    }

    private byte at(long position) {
        return (byte) (word(position >>> 3) >>> ((position & 7) << 3));
    }

    /** Fills the rest of {@code into} with those from {@code position} on. */
    public void fill(long position, ByteBuffer into) {
        for (long where = position; into.hasRemaining(); ) {
            if ((where & 7) == 0 && into.remaining() >= Long.BYTES) {
                WORDS.set(into, into.position(), word(where >>> 3));
                into.position(into.position() + Long.BYTES);
                where += Long.BYTES;
            } else {
                into.put(at(where++));
            }
        }
    }

    /** Returns how many of the remaining bytes of {@code seen}, whose position is unchanged, match those from {@code position} on; -1 if all do. */
    public int mismatch(long position, ByteBuffer seen) {
        int first = seen.position();
        for (int index = first; index < seen.limit(); ) {
            long where = position + (index - first);
            if ((where & 7) == 0
                    && seen.limit() - index >= Long.BYTES
                    && (long) WORDS.get(seen, index) == word(where >>> 3)) {
                index += Long.BYTES;
            } else if (seen.get(index) == at(where)) {
                index++;
            } else {
                return index - first;
            }
        }
        return -1;
    }
}
