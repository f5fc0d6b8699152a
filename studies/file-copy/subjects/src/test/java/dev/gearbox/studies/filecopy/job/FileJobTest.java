package dev.gearbox.studies.filecopy.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.subject.JobLog;
import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Each row does its job, detects a wrong byte, and leaves nothing behind. */
final class FileJobTest {
    private static final int FILES = 3;
    private static final int SIZE = 70_001;

    @TempDir
    Path folder;

    static Stream<FileRow> rows() {
        return Stream.of(FileRow.Kind.values())
                .flatMap(kind -> FileRow.all(kind).stream())
                .filter(row ->
                        row.kind() != FileRow.Kind.RANDOM && row.absence().isEmpty() && !row.isClone());
    }

    private ObjectNode job(String cache, String sync) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("files", FILES)
                .put("folder", folder.toString())
                .put("cache", cache)
                .put("sync", sync)
                .put("buffer", "16KiB");
    }

    private static JsonNode answer(JobLog log) {
        return JsonMapper.shared().readTree(SubjectConsole.json(log.answer()));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void every_file_is_done_and_nothing_is_left(FileRow row) throws Exception {
        SourceFiles.make(folder, FILES, SIZE);
        FileJob job = new FileJob(row);
        for (ObjectNode order : List.of(job("warm", "no"), job("cold", "yes"))) {
            JsonNode answer = answer(job.run(order));
            assertThat(answer.path("errors").isEmpty()).as(answer.toString()).isTrue();
            assertThat(answer.path("completed").size()).isEqualTo(FILES);
            assertThat(answer.path("nanos").asLong()).isPositive();
        }
        try (Stream<Path> left = Files.walk(folder)) {
            assertThat(left.filter(Files::isRegularFile)).hasSize(FILES + 1);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_byte_that_is_not_as_it_was_is_seen(FileRow row) throws Exception {
        SourceFiles.make(folder, FILES, SIZE);
        Path changed = SourceFiles.file(folder, 1);
        byte[] bytes = Files.readAllBytes(changed);
        bytes[SIZE - 1]++;
        Files.write(changed, bytes);
        JsonNode answer = answer(new FileJob(row).run(job("warm", "no")));
        assertThat(answer.path("errors").path("differs").asInt()).isEqualTo(1);
        assertThat(answer.path("completed").size()).isEqualTo(FILES - 1);
    }

    @Test
    void blocks_in_random_order_are_those_of_the_file() throws Exception {
        SourceFiles.make(folder, 1, 1 << 20);
        for (FileRow row : FileRow.all(FileRow.Kind.RANDOM)) {
            JsonNode answer = answer(new FileJob(row).run(job("cold", "no").put("files", 500)));
            assertThat(answer.path("completed").size()).as(row.spec()).isEqualTo(500);
        }
    }

    @Test
    void more_files_than_there_are_cannot_be_read() throws Exception {
        SourceFiles.make(folder, 1, 10);
        FileJob job = new FileJob(FileRow.of(FileRow.Kind.READ, "pread"));
        assertThatThrownBy(() -> job.run(job("warm", "no")))
                .isInstanceOf(IOException.class)
                .hasMessage("there are 1 files, and 3 are asked for");
    }

    @Test
    void files_differ_from_one_another() throws Exception {
        assertThat(SourceFiles.make(folder, FILES, SIZE).digests()).doesNotHaveDuplicates();
        assertThat(SourceFiles.in(folder).size()).isEqualTo(SIZE);
    }

    @Test
    void a_buffer_is_given_to_rows_that_have_one_and_do_not_say() {
        assertThat(FileRow.of(FileRow.Kind.READ, "pread").with("4KiB")).isEqualTo("pread?buffer=4096");
        assertThat(FileRow.of(FileRow.Kind.READ, "uring?direct=true").with("1MiB"))
                .isEqualTo("uring?direct=true&buffer=1048576");
        assertThat(FileRow.of(FileRow.Kind.READ, "pread?buffer=8192").with("4KiB"))
                .isEqualTo("pread?buffer=8192");
        assertThat(FileRow.of(FileRow.Kind.COPY, "transfer-to").with("4KiB")).isEqualTo("transfer-to");
        assertThat(FileRow.of(FileRow.Kind.COPY, "cp").with("4KiB")).isEqualTo("cp");
    }

    @Test
    void words_that_make_no_row_are_refused() {
        assertThatThrownBy(() -> FileSubjectMain.row(List.of("read")))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("takes read SPEC, copy SPEC or random SPEC, not read");
        assertThatThrownBy(() -> FileSubjectMain.row(List.of("move", "pread")))
                .hasMessage("files are for read, copy or random, not \"move\"");
        assertThatThrownBy(() -> ByteCount.of("4 kilo")).isInstanceOf(BadSpecException.class);
        assertThat(ByteCount.of("3MiB")).isEqualTo(3 << 20);
        assertThat(ByteCount.text(3 << 19)).isEqualTo("1.5 MiB");
    }
}
