package dev.gearbox.http.websocket;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Conversations of random frames, valid and mutated ones: the reader finds the same however they are split, and what a writer makes is what it reads. */
class WebSocketFuzzTest {
    private static final int ROUNDS = Boolean.getBoolean("gearbox.deep") ? 60_000 : 3_000;
    private static final int MOST = 300;
    private static final int[] KINDS = {0, 0, 1, 1, 2, 2, 8, 9, 10};

    private final long seed = Long.getLong("gearbox.seed", System.nanoTime());

    /** Returns what a reader finds in the bytes, in pieces of at most so many. */
    private static List<String> found(byte[] bytes, int largest, SplittableRandom random) {
        List<String> found = new ArrayList<>();
        FrameReader reader = new FrameReader(true, MOST, new FrameReader.Receiver() {
            @Override
            public void message(boolean text, byte[] content) {
                found.add((text ? "text " : "binary ") + HexFormat.of().formatHex(content));
            }

            @Override
            public void control(int opcode, byte[] payload) {
                found.add(opcode + " " + HexFormat.of().formatHex(payload));
            }
        });
        byte[] unread = {};
        for (int at = 0; at < bytes.length; ) {
            int step = Math.min(bytes.length - at, 1 + random.nextInt(largest));
            byte[] offered = Arrays.copyOf(unread, unread.length + step);
            System.arraycopy(bytes, at, offered, unread.length, step);
            ByteBuffer in = ByteBuffer.wrap(offered).asReadOnlyBuffer();
            try {
                boolean more = true;
                while (more) {
                    more = reader.read(in);
                }
            } catch (WebSocketException bad) {
                found.add(bad.status() + " " + bad.getMessage());
                return found;
            }
            unread = Arrays.copyOfRange(offered, in.position(), offered.length);
            at += step;
        }
        return found;
    }

    private static byte[] conversation(SplittableRandom random) {
        byte[] bytes = {};
        for (int count = random.nextInt(8); count >= 0; count--) {
            int length = random.nextInt(4) == 0 ? random.nextInt(MOST) : random.nextInt(6);
            ByteBuffer frame = ByteBuffer.allocate(length + 14);
            frame.put((byte) ((random.nextInt(4) == 0 ? 0 : 0x80) | KINDS[random.nextInt(KINDS.length)]));
            if (length < 126) {
                frame.put((byte) (0x80 | length));
            } else {
                frame.put((byte) (0x80 | 126)).putShort((short) length);
            }
            frame.putInt(random.nextInt());
            while (length-- > 0) {
                frame.put((byte) random.nextInt(128));
            }
            int before = bytes.length;
            bytes = Arrays.copyOf(bytes, before + frame.position());
            frame.flip().get(bytes, before, bytes.length - before);
        }
        for (int count = random.nextInt(3); count > 0 && random.nextBoolean(); count--) {
            bytes[random.nextInt(bytes.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return bytes;
    }

    @Test
    void splitsChangeNothing() {
        System.out.println("WebSocketFuzzTest: -Dgearbox.seed=" + seed);
        SplittableRandom random = new SplittableRandom(seed);
        for (int round = 0; round < ROUNDS; round++) {
            byte[] bytes = conversation(random);
            List<String> whole = found(bytes, bytes.length, random);
            assertThat(found(bytes, 1, random))
                    .as("round %s, byte by byte", round)
                    .isEqualTo(whole);
            assertThat(found(bytes, 1 + random.nextInt(20), random))
                    .as("round %s", round)
                    .isEqualTo(whole);
        }
    }

    @Test
    void whatIsWrittenIsRead() {
        SplittableRandom random = new SplittableRandom(seed);
        FrameWriter writer = new FrameWriter(new SecureRandom());
        for (int length = 0; length <= MOST; length++) {
            byte[] content = new byte[length];
            random.nextBytes(content);
            ByteBuffer frame = writer.frame(Opcode.BINARY, ByteBuffer.wrap(content));
            byte[] bytes = new byte[frame.remaining()];
            frame.get(bytes);
            assertThat(found(bytes, 40, random))
                    .containsExactly("binary " + HexFormat.of().formatHex(content));
        }
    }
}
