package dev.gearbox.protocols.frames;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class ByteSearchTest {
    private static int oneByOne(ByteBuffer in, int from, int to, byte wanted) {
        for (int at = from; at < to; at++) {
            if (in.get(at) == wanted) {
                return at;
            }
        }
        return -1;
    }

    /** Few different values, so that there are many neighbours of the wanted one: those that a carry between two bytes would take for it. */
    @Test
    void findsTheFirstOneInEveryRangeAndOrder() {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        byte[] values = {0, 1, '\n' - 1, '\n', '\n' + 1, 0x7f, (byte) 0x80, (byte) 0x8a, (byte) 0x8b, (byte) 0xff};
        for (int round = 0; round < 20_000; round++) {
            ByteBuffer in = random.nextBoolean() ? ByteBuffer.allocate(40) : ByteBuffer.allocateDirect(40);
            for (int at = 0; at < in.capacity(); at++) {
                in.put(at, values[random.nextInt(values.length)]);
            }
            in.order(random.nextBoolean() ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
            int from = random.nextInt(41);
            int to = from + random.nextInt(41 - from);
            byte wanted = values[random.nextInt(values.length)];
            assertThat(ByteSearch.indexOf(in, from, to, wanted))
                    .as("seed %d, round %d", seed, round)
                    .isEqualTo(oneByOne(in, from, to, wanted));
        }
    }
}
