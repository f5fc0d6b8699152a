package dev.gearbox.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.copy.CopyStrategies;
import dev.gearbox.files.read.ReadStrategies;
import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The contract of every strategy: all bytes, once, in order, for files of any length; the same exceptions; nothing left open. */
final class StrategiesTest {
    private static final List<Integer> SIZES =
            List.of(0, 1, 4095, 4096, 4097, 8192, 65_536, 65_539, 300_001, 1_048_593);

    @TempDir
    Path folder;

    static Stream<String> reads() {
        return variants(ReadStrategies.cards());
    }

    static Stream<String> copies() {
        return variants(CopyStrategies.cards()).filter(spec -> !spec.equals("reflink"));
    }

    /** Each strategy with its defaults, and with small buffers that cause many iterations. */
    private static Stream<String> variants(List<ModelCard> cards) {
        return cards.stream().flatMap(card -> {
            List<String> parameters = card.parameters().stream()
                    .map(parameter -> parameter.name())
                    .toList();
            List<String> given = new ArrayList<>();
            if (parameters.contains("buffer")) {
                given.add("buffer=4096");
            }
            if (parameters.contains("depth")) {
                given.add("depth=3");
            }
            return given.isEmpty()
                    ? Stream.of(card.name())
                    : Stream.of(card.name(), card.name() + "?" + String.join("&", given));
        });
    }

    private Path file(String name, int size) throws IOException {
        byte[] bytes = new byte[size];
        new Random(size).nextBytes(bytes);
        return Files.write(folder.resolve(name), bytes);
    }

    private static long digest(byte[] bytes) {
        Digest digest = new Digest();
        digest.accept(bytes, 0, bytes.length);
        return digest.value();
    }

    @ParameterizedTest
    @MethodSource("reads")
    void hands_every_byte_to_the_sink_once_and_in_order(String spec) throws IOException {
        try (ReadStrategy strategy = ReadStrategies.create(spec)) {
            for (int size : SIZES) {
                Path file = file("read-" + size, size);
                Digest digest = new Digest();
                assertThat(strategy.read(file, digest))
                        .as("%s, %d bytes", spec, size)
                        .isEqualTo(size);
                assertThat(digest.value()).as("%s, %d bytes", spec, size).isEqualTo(digest(Files.readAllBytes(file)));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("copies")
    void makes_an_identical_file(String spec) throws IOException {
        try (CopyStrategy strategy = CopyStrategies.create(spec)) {
            for (int size : SIZES) {
                Path source = file("source-" + size, size);
                Path target = folder.resolve("target-" + size);
                assertThat(strategy.copy(source, target))
                        .as("%s, %d bytes", spec, size)
                        .isEqualTo(size);
                assertThat(Files.mismatch(source, target))
                        .as("%s, %d bytes", spec, size)
                        .isEqualTo(-1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("reads")
    void a_missing_source_is_a_NoSuchFileException_when_it_is_read(String spec) {
        try (ReadStrategy strategy = ReadStrategies.create(spec)) {
            assertThatThrownBy(() -> strategy.read(folder.resolve("missing"), new Digest()))
                    .isInstanceOf(NoSuchFileException.class)
                    .hasMessageContaining("missing");
        }
    }

    @ParameterizedTest
    @MethodSource("copies")
    void an_existing_target_is_a_FileAlreadyExistsException_and_stays_as_it_was(String spec) throws IOException {
        Path source = file("source", 10);
        Path target = file("target", 20);
        byte[] before = Files.readAllBytes(target);
        try (CopyStrategy strategy = CopyStrategies.create(spec)) {
            assertThatThrownBy(() -> strategy.copy(source, target)).isInstanceOf(FileAlreadyExistsException.class);
            assertThatThrownBy(() -> strategy.copy(folder.resolve("missing"), folder.resolve("new")))
                    .isInstanceOf(NoSuchFileException.class);
        }
        assertThat(target).hasBinaryContent(before);
    }

    /** The JVM must not crash: a page beyond the new end raises SIGBUS. */
    @ParameterizedTest
    @MethodSource("reads")
    void a_file_that_shrinks_while_it_is_read_ends_the_read_and_not_the_process(String spec) throws IOException {
        Path file = file("shrinking", 8 << 20);
        ByteSink cut = new ByteSink() {
            private boolean done;

            @Override
            public void accept(int value) {
                cut();
            }

            @Override
            public void accept(byte[] bytes, int offset, int length) {
                cut();
            }

            @Override
            public void accept(ByteBuffer bytes) {
                cut();
            }

            private void cut() {
                if (!done) {
                    done = true;
                    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                        channel.truncate(0);
                    } catch (IOException cannot) {
                        throw new AssertionError(cannot);
                    }
                }
            }
        };
        try (ReadStrategy strategy = ReadStrategies.create(spec)) {
            try {
                assertThat(strategy.read(file, cut)).isLessThan(8 << 20);
            } catch (IOException noticed) {
                assertThat(noticed).hasMessageContaining("truncated");
            }
            // The strategy still works with other files.
            Path other = file("other", 100_000);
            Digest digest = new Digest();
            assertThat(strategy.read(other, digest)).isEqualTo(100_000);
            assertThat(digest.value()).isEqualTo(digest(Files.readAllBytes(other)));
        }
    }

    @Test
    void a_name_that_is_no_text_is_found_by_its_bytes() throws IOException, InterruptedException {
        // Created by a shell: no Java string can name it.
        int code = new ProcessBuilder("sh", "-c", "printf hello > \"$(printf 'odd-\\377 %%41.txt')\"")
                .directory(folder.toFile())
                .inheritIO()
                .start()
                .waitFor();
        assertThat(code).isZero();
        try (Stream<Path> files = Files.list(folder);
                ReadStrategy strategy = ReadStrategies.create("pread")) {
            Path odd = files.findFirst().orElseThrow();
            assertThat(strategy.read(odd, new Digest())).isEqualTo(5);
        }
    }

    @Test
    void holes_and_shared_blocks_are_told_apart_from_data() throws IOException {
        Path sparse = folder.resolve("sparse");
        try (FileChannel channel = FileChannel.open(sparse, StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW)) {
            channel.write(ByteBuffer.wrap(new byte[] {1}), 1 << 20);
        }
        try (NativeFile file = NativeFile.read(new FileCalls(), sparse)) {
            assertThat(file.nextData(0)).isEqualTo(1 << 20);
            assertThat(file.nextHole(0)).isZero();
            assertThat(file.nextData((1 << 20) + 1)).isEqualTo(-1);
        }
    }

    @Test
    void an_unknown_name_or_parameter_is_refused_with_what_there_is() {
        assertThatThrownBy(() -> ReadStrategies.create("chanel-direct"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("Did you mean channel-direct?");
        assertThatThrownBy(() -> CopyStrategies.create("uring?depth=0")).isInstanceOf(BadSpecException.class);
        assertThat(ReadStrategies.canonical("uring?depth=8&buffer=8192")).isEqualTo("uring?buffer=8192&depth=8");
    }
}
