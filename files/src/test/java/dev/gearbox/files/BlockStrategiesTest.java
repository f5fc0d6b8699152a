package dev.gearbox.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.files.random.BlockStrategies;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each block arrives once and complete, with any number of reads in flight. */
final class BlockStrategiesTest {
    private static final int SIZE = 4096;
    private static final int BLOCKS = 300;

    @TempDir
    Path folder;

    static Stream<String> specs() {
        return BlockStrategies.cards().stream()
                .map(card -> card.name())
                .flatMap(name -> name.equals("channel")
                        ? Stream.of(name)
                        : Stream.of(name, name + "?direct=true", name.equals("uring") ? "uring?depth=3" : name))
                .distinct();
    }

    /** Records the first bytes of each block, which contain its number. */
    private static final class Numbers implements ByteSink {
        private final List<Long> seen = new ArrayList<>();

        @Override
        public void accept(int value) {
            throw new AssertionError("blocks come whole");
        }

        @Override
        public void accept(byte[] bytes, int offset, int length) {
            throw new AssertionError("blocks come as buffers");
        }

        @Override
        public void accept(ByteBuffer bytes) {
            assertThat(bytes.remaining()).isEqualTo(SIZE);
            seen.add(bytes.getLong(bytes.position()));
        }
    }

    private Path numbered() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(BLOCKS * SIZE);
        for (int block = 0; block < BLOCKS; block++) {
            bytes.putLong(block * SIZE, block);
        }
        return Files.write(folder.resolve("blocks"), bytes.array());
    }

    @ParameterizedTest
    @MethodSource("specs")
    void every_block_that_is_asked_for_comes_once(String spec) throws IOException {
        Path file = numbered();
        long[] blocks = new Random(1).longs(1000, 0, BLOCKS).toArray();
        try (BlockStrategy strategy = BlockStrategies.create(spec)) {
            for (int round = 0; round < 2; round++) {
                Numbers numbers = new Numbers();
                strategy.read(file, blocks, SIZE, numbers);
                assertThat(numbers.seen)
                        .containsExactlyInAnyOrderElementsOf(
                                LongStream.of(blocks).boxed().toList());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("specs")
    void what_is_not_there_is_an_IOException_and_the_next_file_is_read(String spec) throws IOException {
        Path file = numbered();
        try (BlockStrategy strategy = BlockStrategies.create(spec)) {
            assertThatThrownBy(() -> strategy.read(folder.resolve("missing"), new long[] {0}, SIZE, new Numbers()))
                    .isInstanceOf(NoSuchFileException.class);
            assertThatThrownBy(() -> strategy.read(file, new long[] {0, BLOCKS}, SIZE, new Numbers()))
                    .isInstanceOf(EOFException.class);
            Numbers numbers = new Numbers();
            strategy.read(file, new long[] {7}, SIZE, numbers);
            assertThat(numbers.seen).containsExactly(7L);
        }
    }
}
