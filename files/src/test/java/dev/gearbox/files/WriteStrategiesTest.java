package dev.gearbox.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.model.ModelCard;
import dev.gearbox.files.write.WriteStrategies;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many virtual threads write at once, and each file contains what its own thread wrote last. */
@Timeout(600)
final class WriteStrategiesTest {
    private static final int WRITERS = 50;
    private static final int ROUNDS = 20;

    @TempDir
    Path folder;

    static Stream<String> specs() {
        return Stream.concat(
                WriteStrategies.cards().stream().map(ModelCard::name), Stream.of("uring?depth=2", "offload?threads=1"));
    }

    @ParameterizedTest
    @MethodSource("specs")
    void each_file_has_what_its_writer_wrote_last(String spec) throws Exception {
        try (WriteStrategy strategy = WriteStrategies.create(spec);
                ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < WRITERS; writer++) {
                int number = writer;
                writers.add(threads.submit(() -> {
                    write(strategy, number);
                    return number;
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        }
        for (int writer = 0; writer < WRITERS; writer++) {
            assertThat(folder.resolve("file-" + writer)).hasContent(text(writer, ROUNDS - 1));
        }
    }

    private void write(WriteStrategy strategy, int writer) throws IOException {
        try (WriteStrategy.OpenFile file = strategy.open(folder.resolve("file-" + writer), 4096)) {
            for (int round = 0; round < ROUNDS; round++) {
                file.write(ByteBuffer.wrap(text(writer, round).getBytes(StandardCharsets.US_ASCII)));
            }
        }
    }

    private static String text(int writer, int round) {
        return "%06d %06d".formatted(writer, round).repeat(100);
    }

    @ParameterizedTest
    @MethodSource("specs")
    void what_cannot_be_opened_is_an_IOException_and_others_are_written(String spec) throws IOException {
        try (WriteStrategy strategy = WriteStrategies.create(spec)) {
            assertThatThrownBy(() -> strategy.open(folder.resolve("none/file"), 4096))
                    .isInstanceOf(IOException.class);
            write(strategy, 1);
        }
        assertThat(Files.size(folder.resolve("file-1"))).isEqualTo(1300);
    }
}
