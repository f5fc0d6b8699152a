package dev.gearbox.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** How much memory a body takes, for an announced length and received bytes. */
class GrowingBodyTest {
    private static ByteBuffer piece(int length, int from) {
        ByteBuffer piece = ByteBuffer.allocate(length);
        while (piece.hasRemaining()) {
            piece.put((byte) (31 * (from + piece.position())));
        }
        return piece.flip();
    }

    @ParameterizedTest
    @CsvSource({
        "1, 65536, 65536", // one byte of a small body: all of it at once
        "1, 65537, 1", // of a larger one: no more than received
        "16384, 131072, 131072", // an eighth received
        "16384, 131073, 16384",
        "16384, 9223372036854775807, 16384",
        "16384, -1, 16384" // nothing announced
    })
    void whatIsBelievedOfAnAnnouncement(int came, long announced, int memory) {
        GrowingBody body = new GrowingBody();
        body.expect(announced);
        body.add(piece(came, 0));
        assertThat(body.capacity()).isEqualTo(memory);
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 3, 70_000, 500_000, 500_001, Long.MAX_VALUE})
    void itIsWhatCame(long announced) {
        int length = 500_000;
        GrowingBody body = new GrowingBody();
        body.expect(announced);
        for (int at = 0; at < length; at += 10_000) {
            body.add(piece(10_000, at));
            assertThat(body.capacity()).isLessThanOrEqualTo(Math.max(64 << 10, 8 * (at + 10_000)));
        }
        assertThat(body.size()).isEqualTo(length);
        assertThat(body.take()).isEqualTo(piece(length, 0));
        assertThat(body.size()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {-1, 150_000, 300_000})
    void noMemoryIsTakenBeyondTheBound(long announced) {
        GrowingBody body = new GrowingBody(100_000);
        body.expect(announced);
        for (int at = 0; at < 100_000; at += 10_000) {
            body.add(piece(10_000, at));
            assertThat(body.capacity()).isLessThanOrEqualTo(100_000);
        }
        assertThat(body.takeArray()).isEqualTo(piece(100_000, 0).array());
    }

    @Test
    void anHonestBodyHasNoMoreMemoryThanItNeeds() {
        GrowingBody body = new GrowingBody();
        body.expect(500_000);
        int grown = 0;
        int capacity = 0;
        for (int at = 0; at < 500_000; at += 10_000) {
            body.add(piece(10_000, at));
            grown += body.capacity() == capacity ? 0 : body.capacity();
            capacity = body.capacity();
        }
        assertThat(capacity).isEqualTo(500_000);
        assertThat(grown).isLessThanOrEqualTo(650_000);
    }
}
