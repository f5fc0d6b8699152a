package dev.gearbox.check.watched;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

final class KnownBytesTest {
    private final KnownBytes bytes = new KnownBytes(42);

    private ByteBuffer piece(long position, int length) {
        ByteBuffer piece = ByteBuffer.allocate(length);
        bytes.fill(position, piece);
        return piece.flip();
    }

    @Test
    void a_piece_is_the_same_wherever_it_begins() {
        ByteBuffer whole = piece(0, 100);
        for (int begin = 0; begin < 20; begin++) {
            assertThat(piece(begin, 60)).isEqualTo(whole.slice(begin, 60));
            assertThat(bytes.mismatch(begin, whole.slice(begin, 60))).isEqualTo(-1);
        }
    }

    @Test
    void each_wrong_byte_is_found_where_it_is() {
        for (int wrong = 0; wrong < 40; wrong++) {
            ByteBuffer seen = piece(3, 40);
            seen.put(wrong, (byte) ~seen.get(wrong));
            assertThat(bytes.mismatch(3, seen)).isEqualTo(wrong);
        }
    }

    @Test
    void another_place_is_another_piece() {
        assertThat(bytes.mismatch(1, piece(0, 64))).isNotNegative();
        assertThat(bytes.mismatch(1 << 16, piece(0, 64))).isNotNegative();
        assertThat(new KnownBytes(43).mismatch(0, piece(0, 64))).isNotNegative();
    }
}
