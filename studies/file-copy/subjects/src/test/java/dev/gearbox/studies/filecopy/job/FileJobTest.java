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
    /** The first file is used three times, the others twice. */
    private static final int OPERATIONS = 7;

    private static final int SIZE = 70_001;

    @TempDir
    Path folder;

    static Stream<FileRow> rows() {
        return Stream.of(FileRow.Kind.values())
                .flatMap(kind -> FileRow.all(kind).stream())
                .filter(row ->
                        row.kind() != FileRow.Kind.RANDOM && row.absence().isEmpty() && !row.isClone())
                // It reads whole blocks only, and checks no byte.
                .filter(row -> !row.spec().equals(FioRead.NAME));
    }

    private ObjectNode job(String cache, String sync) {
        return JsonMapper.shared()
                .createObjectNode()
                .put("files", FILES)
                .put("operations", OPERATIONS)
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
            assertThat(answer.path("completed").size()).isEqualTo(OPERATIONS);
            assertThat(answer.path("nanos").asLong()).isPositive();
        }
        try (Stream<Path> left = Files.walk(folder)) {
            // The compiled C loop stays until the lab removes the folder.
            assertThat(left.filter(Files::isRegularFile)
                            .filter(file -> !file.getFileName().toString().startsWith(CLoopRead.NAME)))
                    .hasSize(FILES + 1);
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
        assertThat(answer.path("errors").path("differs").asInt()).isEqualTo(2);
        assertThat(answer.path("completed").size()).isEqualTo(OPERATIONS - 2);
    }

    @Test
    void blocks_in_random_order_are_those_of_the_file() throws Exception {
        SourceFiles.make(folder, 1, 1 << 20);
        for (FileRow row : FileRow.all(FileRow.Kind.RANDOM)) {
            JsonNode answer = answer(new FileJob(row).run(job("cold", "no").put("operations", 500)));
            assertThat(answer.path("completed").size()).as(row.spec()).isEqualTo(500);
        }
    }

    @Test
    void more_files_than_there_are_cannot_be_read() throws Exception {
        SourceFiles.make(folder, 1, 10);
        FileJob job = new FileJob(FileRow.of(FileRow.Kind.READ, "pread"));
        assertThatThrownBy(() -> job.run(job("warm", "no")))
                .isInstanceOf(IOException.class)
                .hasMessage("the job needs 3 files, and there are 1");
    }

    private static FileOrder order(int files, int operations, boolean cold) {
        return new FileOrder(files, operations, Path.of(""), cold, false, "usual");
    }

    @Test
    void between_two_preparations_no_cold_file_is_used_twice_and_copies_have_space() {
        FileOrder cold = order(3, 10, true);
        assertThat(cold.batch(1000, false)).isEqualTo(3);
        assertThat(cold.batch(1000, true)).isEqualTo(3);
        assertThat(cold.batch(2, false)).isEqualTo(2);
        FileOrder warm = order(3, 10, false);
        assertThat(warm.batch(1000, false)).isEqualTo(10);
        assertThat(warm.batch(5, false)).isEqualTo(10);
        assertThat(warm.batch(5, true)).isEqualTo(5);
        assertThat(warm.batch(2, false)).isEqualTo(2);
        assertThat(warm.batch(0, true)).isOne();
        assertThat(warm.source(3)).isZero();
        assertThatThrownBy(() -> FileOrder.of(job("cold", "no").put("operations", 0)))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("operations cannot be 0. It is an integer from 1");
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
    void the_c_loop_needs_a_compiler_and_says_why_a_file_cannot_be_read() throws Exception {
        assertThat(CommandRead.absence(CLoopRead.NAME).isEmpty()).isEqualTo(Programs.isInstalled("cc"));
        assertThat(Programs.isInstalled("no-such-program")).isFalse();
        if (!Programs.isInstalled("cc")) {
            return;
        }
        SourceFiles.make(folder, FILES, SIZE);
        FileJob job = new FileJob(FileRow.of(FileRow.Kind.READ, CLoopRead.NAME));
        assertThat(answer(job.run(job("warm", "no"))).path("completed").size()).isEqualTo(OPERATIONS);
        Files.delete(SourceFiles.file(folder, FILES - 1));
        Files.createDirectory(SourceFiles.file(folder, FILES - 1));
        ObjectNode cold = job("cold", "no");
        assertThatThrownBy(() -> new CLoopRead()
                        .read(FileOrder.of(cold), SourceFiles.in(folder), 0, FILES, begun(new JobLog(FILES))))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("the C loop says: source-2: Is a directory");
    }

    private static JobLog begun(JobLog log) {
        log.begin();
        return log;
    }

    @Test
    void what_fio_reports_is_checked() throws Exception {
        assertThat(FioRead.command(4096, List.of("source-1", "source-2"), 7))
                .contains("--bs=4096", "--filename=source-1:source-2", "--loops=7", "--readonly");
        String json = "{\"jobs\": [{\"error\": 0, \"read\": {\"io_bytes\": 8192, \"runtime\": 3}}]}";
        assertThat(FioRead.run("note: both iodepth >= 1\n" + json)).isEqualTo(new FioRead.FioRun(8192, 3_000_000));
        assertThatThrownBy(() -> FioRead.run("{\"jobs\": [{\"error\": 5}]}")).hasMessage("fio reports the error 5");
        assertThatThrownBy(() -> FioRead.run("fio: bad option <naem>")).hasMessageStartingWith("fio printed no JSON");
    }

    @Test
    void fio_reads_what_there_is_if_it_is_installed() throws Exception {
        FileJob job = new FileJob(FileRow.of(FileRow.Kind.READ, FioRead.NAME));
        SourceFiles.make(folder, FILES, 1 << 16);
        if (Programs.isInstalled(FioRead.NAME)) {
            JsonNode answer = answer(job.run(job("warm", "no")));
            assertThat(answer.path("completed").size()).as(answer.toString()).isEqualTo(OPERATIONS);
        } else {
            assertThatThrownBy(() -> job.run(job("warm", "no"))).hasMessageContaining("Cannot run program \"fio\"");
        }
    }

    @Test
    void fio_refuses_files_that_it_would_not_read_to_their_end() throws Exception {
        SourceFiles.make(folder, FILES, SIZE);
        FileJob job = new FileJob(FileRow.of(FileRow.Kind.READ, FioRead.NAME));
        assertThatThrownBy(() -> job.run(job("warm", "no")))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "fio reads whole blocks only, and 70001 bytes are not a multiple of 16384. Set a buffer that"
                                + " divides the size");
    }

    @Test
    void words_that_make_no_row_are_refused() {
        assertThatThrownBy(() -> FileSubjectMain.row(List.of("read")))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("takes read SPEC, copy SPEC or random SPEC, not read");
        assertThatThrownBy(() -> FileSubjectMain.row(List.of("move", "pread")))
                .hasMessage("unknown kind of job \"move\". It is read, copy or random");
        assertThatThrownBy(() -> ByteCount.of("4 kilo")).isInstanceOf(BadSpecException.class);
        assertThat(ByteCount.of("3MiB")).isEqualTo(3 << 20);
        assertThat(ByteCount.text(3 << 19)).isEqualTo("1.5 MiB");
    }
}
