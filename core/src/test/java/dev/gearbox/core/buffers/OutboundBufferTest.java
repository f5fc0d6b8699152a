package dev.gearbox.core.buffers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Compares the queue of unsent bytes with a growing array: whatever is appended, shown, half sent and kept, the same bytes are sent in order. */
class OutboundBufferTest {
    private final BufferPool pool = new BufferPool();
    private final OutboundBuffer queue = new OutboundBuffer();

    OutboundBufferTest() {
        queue.use(pool);
    }

    @RepeatedTest(30)
    void sendsWhatWasAppended() {
        String given = System.getProperty("gearbox.seed", "");
        long seed = given.isBlank() ? System.nanoTime() : Long.parseLong(given);
        SplittableRandom random = new SplittableRandom(seed);
        ByteArrayOutputStream expected = new ByteArrayOutputStream();
        ByteArrayOutputStream actual = new ByteArrayOutputStream();
        for (int round = 0; round < 60; round++) {
            PooledBuffer reading = pool.take(64 << 10);
            byte[] bytes = new byte[random.nextInt(1, random.nextInt(10) == 0 ? 60_000 : 300)];
            random.nextBytes(bytes);
            reading.memory().put(bytes);
            ByteBuffer in = reading.in.clear().limit(bytes.length);
            while (in.hasRemaining()) {
                int step = random.nextInt(1, in.remaining() + 1);
                if (random.nextInt(6) == 0) {
                    byte[] message = new byte[random.nextInt(random.nextInt(3) == 0 ? 20_000 : 500)];
                    random.nextBytes(message);
                    expected.writeBytes(message);
                    queue.append(SharedBuffer.copyOf(ByteBuffer.wrap(message)));
                }
                ByteBuffer data = switch (random.nextInt(4)) {
                    case 0 -> ByteBuffer.wrap(bytes, in.position(), step);
                    case 1 -> in.duplicate().limit(in.position() + step);
                    case 2 -> in.slice(in.position(), step);
                    default ->
                        ByteBuffer.allocateDirect(step)
                                .put(bytes, in.position(), step)
                                .flip();
                };
                expected.write(bytes, in.position(), step);
                queue.append(data, reading);
                assertThat(data.hasRemaining()).isFalse();
                in.position(in.position() + (random.nextInt(5) == 0 ? 0 : step));
                if (random.nextInt(3) == 0 && queue.size() > 0) {
                    sendSome(random, actual);
                }
            }
            queue.keep();
            assertThat(reading.shared()).as("kept").isFalse();
            reading.memory().put(0, new byte[bytes.length]);
            reading.release();
        }
        while (queue.size() > 0) {
            sendSome(random, actual);
        }
        assertThat(actual.toByteArray()).as("-Dgearbox.seed=" + seed).isEqualTo(expected.toByteArray());
    }

    private void sendSome(SplittableRandom random, ByteArrayOutputStream target) {
        ByteBuffer head = queue.head();
        assertThat(queue.shown()).isTrue();
        // While it is shown, more may be appended; not here, where nothing of our bytes is left to send.
        byte[] piece = new byte[random.nextInt(head.remaining() + 1)];
        head.get(piece);
        target.writeBytes(piece);
        queue.sent(piece.length);
        assertThat(queue.shown()).isFalse();
    }

    @Test
    void whatIsShownStaysWhereItIsWhileMoreIsAppended() {
        queue.append(ByteBuffer.wrap(new byte[] {1, 2}), null);
        ByteBuffer head = queue.head();
        queue.append(ByteBuffer.wrap(new byte[] {3, 4}), null);
        assertThat(head).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2}));
        queue.sent(2);
        assertThat(queue.head()).isEqualTo(ByteBuffer.wrap(new byte[] {3, 4}));
    }

    @Test
    void smallWritesLeaveTogether() {
        for (int count = 0; count < 100; count++) {
            queue.append(ByteBuffer.wrap(new byte[] {(byte) count}), null);
        }
        assertThat(queue.head().remaining()).isEqualTo(100);
    }

    /** The more waits, the larger the pieces: each is a system call, and a packet of its own. Here 32, 32, 64 and 128 KiB, and the rest. */
    @Test
    void largeWritesLeaveInFewPieces() {
        ByteBuffer record = ByteBuffer.allocate((16 << 10) + 22);
        for (int count = 0; count < 16; count++) {
            queue.append(record.clear(), null);
        }
        int pieces = 0;
        while (queue.size() > 0) {
            queue.sent(queue.head().remaining());
            pieces++;
        }
        assertThat(pieces).isEqualTo(5);
    }

    @Test
    void aSmallRegionLeavesTogetherWithWhatFollows() {
        PooledBuffer reading = pool.take(16);
        reading.memory().put(new byte[] {1, 2});
        reading.in.clear().limit(2);
        queue.append(reading.in, reading);
        queue.append(ByteBuffer.wrap(new byte[] {3}), reading);
        assertThat(queue.head()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 3}));
    }

    @Test
    void clearDropsEverything() {
        PooledBuffer reading = pool.take(16);
        reading.memory().put(new byte[] {1, 2});
        reading.in.clear().limit(2);
        queue.append(reading.in, reading);
        queue.append(ByteBuffer.allocate(100_000), reading);
        queue.clear();
        assertThat(queue.size()).isZero();
        assertThat(reading.shared()).isFalse();
    }

    @Test
    void clearKeepsWhatIsBeingSentOutOfThePool() {
        queue.append(ByteBuffer.wrap(new byte[] {1}), null);
        ByteBuffer head = queue.head();
        queue.clear();
        PooledBuffer another = pool.take(16 << 10);
        another.memory().put((byte) 9);
        assertThat(head.get(0)).isEqualTo((byte) 1);
    }

    @Test
    void aLargeSharedBufferIsNotCopied() {
        byte[] bytes = new byte[10_000];
        bytes[9_999] = 7;
        ByteBuffer data = ByteBuffer.wrap(bytes);
        SharedBuffer shared = SharedBuffer.copyOf(data);
        assertThat(data.remaining()).isEqualTo(bytes.length);
        assertThat(shared.size()).isEqualTo(bytes.length);
        OutboundBuffer other = new OutboundBuffer();
        other.use(pool);
        queue.append(shared);
        other.append(ByteBuffer.wrap(new byte[] {1}), null);
        other.append(shared);
        other.append(ByteBuffer.wrap(new byte[] {2}), null);
        assertThat(other.size()).isEqualTo(10_002);
        assertThat(queue.head()).isEqualTo(data);
        long address = queue.headAddress();
        assertThat(other.head()).isEqualTo(ByteBuffer.wrap(new byte[] {1}));
        other.sent(1);
        assertThat(other.headAddress()).isEqualTo(address);
        assertThat(other.head().remaining()).isEqualTo(bytes.length);
        other.sent(4_000);
        queue.clear();
        assertThat(other.headAddress()).isEqualTo(address + 4_000);
        assertThat(other.head()).isEqualTo(data.slice(4_000, 6_000));
        other.sent(6_000);
        assertThat(other.head()).isEqualTo(ByteBuffer.wrap(new byte[] {2}));
        // A pool that got shared memory would give it to another connection while it is being sent.
        PooledBuffer next = pool.take(10_000);
        assertThat(next.address()).isNotEqualTo(address);
    }

    @Test
    void smallSharedBuffersLeaveTogether() {
        SharedBuffer shared = SharedBuffer.copyOf(ByteBuffer.wrap(new byte[] {1, 2}));
        queue.append(shared);
        queue.append(shared);
        assertThat(queue.head()).isEqualTo(ByteBuffer.wrap(new byte[] {1, 2, 1, 2}));
    }
}
