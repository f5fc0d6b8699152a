package dev.gearbox.studies.filecopy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JobWorkload;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.filecopy.job.FileRow;
import dev.gearbox.studies.filecopy.job.SourceFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The study's rows, jobs and files are complete and consistent. */
final class FileCopyStudyTest {
    private static final FileCopyStudy PROVIDER = new FileCopyStudy();
    private static final Study STUDY = PROVIDER.study();

    @TempDir
    Path folder;

    private static JobCell job(String workload, String... axes) {
        return (JobCell) cell(workload, axes);
    }

    private static Condition cell(String workload, String... axes) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String axis : axes) {
            values.put(axis.split("=", 2)[0], List.of(axis.split("=", 2)[1]));
        }
        return STUDY.workload(workload).cells(Length.QUICK, values).getFirst();
    }

    @Test
    void it_is_a_study_that_the_program_finds() {
        assertThat(FileCopyStudy.class.getModule().getDescriptor().provides())
                .anyMatch(service -> service.service().equals(StudyProvider.class.getName())
                        && service.providers().contains(FileCopyStudy.class.getName()));
        assertThat(STUDY.name()).isEqualTo(PROVIDER.name());
    }

    @Test
    void each_way_takes_part_or_is_left_out_with_a_reason() {
        for (JobWorkload workload : STUDY.workloads().stream()
                .filter(JobWorkload.class::isInstance)
                .map(JobWorkload.class::cast)
                .toList()) {
            for (JobCell cell : workload.cells(Length.QUICK, Map.of())) {
                List<String> taking = PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow().stream()
                        .map(Subject::label)
                        .toList();
                List<String> absent = PROVIDER.absent(cell);
                assertThat(Stream.concat(
                                taking.stream(), absent.stream().map(line -> line.split(" is left out", 2)[0])))
                        .containsExactlyInAnyOrderElementsOf(FileRow.all(FilePlace.kind(cell)).stream()
                                .map(FileRow::spec)
                                .toList());
                assertThat(taking).contains(workload.baseline());
            }
        }
    }

    @Test
    void a_program_that_is_started_for_each_file_copies_a_part_of_many() {
        JobCell small = job("copy", "size=1KiB");
        assertThat(PROVIDER.subjects(small, List.of("dd", "channel-direct"), Optional.empty())
                        .orElseThrow())
                .extracting(subject -> small.part(subject).done())
                .containsExactly(500L, small.units());
        JobCell large = job("copy", "size=100MiB");
        assertThat(PROVIDER.subjects(large, List.of("dd"), Optional.empty()).orElseThrow())
                .extracting(subject -> large.part(subject).done())
                .containsExactly(large.units());
    }

    @Test
    void every_claim_is_there_once_and_its_rows_take_part_in_its_cells() {
        List<Claim> claims = STUDY.claims().get();
        assertThat(claims).extracting(Claim::id).containsExactly("fc-1", "fc-2", "fc-3", "fc-4", "fc-5", "net-4");
        assertThat(claims)
                .allSatisfy(claim -> claim.parts()
                        .forEach(part -> Stream.concat(Stream.of(part.left()), part.right().stream())
                                .forEach(side -> {
                                    Condition cell = cell(
                                            side.cell().workload(),
                                            side.cell().axes().entrySet().stream()
                                                    .map(axis -> axis.getKey() + "=" + axis.getValue())
                                                    .toArray(String[]::new));
                                    assertThat(PROVIDER.subject(cell, side.arm())
                                                    .label())
                                            .isEqualTo(side.arm().label());
                                })));
    }

    @Test
    void servers_on_virtual_threads_offer_what_their_workloads_ask_for() {
        for (String workload : List.of("puts", "beside-puts")) {
            Condition cell = cell(workload);
            List<Subject> servers =
                    PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
            assertThat(servers).extracting(Subject::label).contains("none", "channel", "pwrite", "uring", "offload");
            assertThat(servers)
                    .allSatisfy(
                            server -> assertThat(server.lacks(cell.requires())).isEmpty());
        }
    }

    @Test
    void fio_takes_no_part_where_its_time_is_too_coarse() {
        assertThat(PROVIDER.absent(cell("read", "size=1KiB"))).anyMatch(line -> line.startsWith("fio is left out: "));
        assertThat(PROVIDER.absent(cell("read", "size=100MiB")))
                .noneMatch(line -> line.contains("too coarse for files"));
    }

    @Test
    void byte_by_byte_stops_where_it_would_take_too_long() {
        assertThat(PROVIDER.absent(cell("read", "size=1KiB"))).noneMatch(line -> line.startsWith("stream "));
        assertThat(PROVIDER.absent(cell("read", "size=100MiB")))
                .contains(
                        "stream is left out: one file of 100 MiB would take about 71 s, longer than a slice may take",
                        "buffered-bytes is left out: one file of 100 MiB would take about 1 s, longer than a slice may take");
        Subject stream = PROVIDER.subjects(cell("read", "size=1MiB"), List.of("stream"), Optional.empty())
                .orElseThrow()
                .getFirst();
        assertThat(job("read", "size=1MiB").part(stream).done()).isLessThan(64);
    }

    @Test
    void small_files_are_read_and_copied_until_a_slice_lasts() {
        for (String workload : List.of("read", "copy", "read-in-memory", "copy-in-memory")) {
            for (String size : List.of("1KiB", "64KiB", "1MiB", "10MiB")) {
                JobCell cell = job(workload, "size=" + size);
                assertThat(cell.units() * cell.ideal().each().toNanos() / 1e6)
                        .as(cell.label())
                        .isBetween(150.0, 400.0);
            }
        }
    }

    @Test
    void no_cold_file_is_used_twice_in_a_slice() {
        for (String workload : List.of("read", "copy")) {
            for (String size : List.of("1KiB", "64KiB", "1MiB", "10MiB", "100MiB", "500MiB", "1GiB")) {
                JobCell cold = job(workload, "size=" + size, "cache=cold");
                assertThat(cold.units())
                        .as(cold.label())
                        .isEqualTo(cold.job().path("files").asLong());
            }
        }
    }

    private static double pace(JobCell cell, String spec) {
        return PROVIDER.subjects(cell, List.of(spec), Optional.empty())
                .orElseThrow()
                .getFirst()
                .pace();
    }

    @Test
    void rows_that_wait_for_a_disk_or_a_pool_are_expected_to_take_longer() {
        JobCell small = job("read", "size=1KiB");
        JobCell large = job("read", "size=100MiB");
        for (String slow : List.of("direct-io", "uring?direct=true", "async")) {
            assertThat(pace(small, slow)).as(slow).isBetween(4.0, 10.0);
            assertThat(pace(large, slow)).as(slow).isBetween(1.8, 3.0);
        }
        assertThat(pace(small, "uring")).isOne();
        assertThat(pace(large, "channel-direct")).isOne();
        // 25,600 requests of 4 KiB, one after another.
        assertThat(pace(job("read-buffers", "buffer=4KiB"), "direct-io")).isGreaterThan(50);
        assertThat(pace(large, "direct-io?buffer=4096")).isGreaterThan(50);
        assertThat(pace(job("read-buffers", "buffer=4KiB"), "direct-io?buffer=2097152"))
                .isLessThan(3);
    }

    @Test
    void the_tables_of_the_paper_can_be_shortened() {
        PublishedTable whole = PROVIDER.published(false).getFirst();
        PublishedTable quick = PROVIDER.published(true).getFirst();
        assertThat(whole.method()).isEqualTo("8 runs, mean of the last 5");
        assertThat(quick.method())
                .isEqualTo("3 runs, mean of the last 2, shortened from 8 runs, mean of the last 5; without files of"
                        + " 500MiB and 1GiB");
        List<PublishedTable.PublishedRun> runs = quick.rows().getLast().runs();
        assertThat(runs)
                .allSatisfy(run -> assertThat((PublishedTable.Procedure.JobRuns) run.procedure())
                        .matches(some -> some.runs() == 3 && some.counted() == 2 && some.units() == 1));
        assertThat(runs.stream().filter(run -> run.obstacle().isEmpty()))
                .extracting(run -> run.procedure().cell().parameters().get("size"))
                .containsExactly("1KiB", "1MiB", "10MiB", "100MiB");
        assertThat(whole.rows().getLast().runs())
                .allSatisfy(run -> assertThat(run.obstacle()).isEmpty());
    }

    @Test
    void a_row_of_the_other_kind_is_refused() {
        assertThatThrownBy(() -> PROVIDER.subjects(cell("read"), List.of("transfer-to"), Optional.empty()))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("no way of reading \"transfer-to\"");
        assertThatThrownBy(() -> PROVIDER.subjects(cell("read"), List.of(), Optional.of("2")))
                .hasMessageContaining("--offload applies to sessions of servers");
    }

    @Test
    void files_are_made_and_taken_away() throws Exception {
        JobCell cell = job("copy", "size=1MiB", "place=" + folder);
        try (Fixture fixture = PROVIDER.fixture(cell)) {
            Path files = Path.of(fixture.job().get("folder"));
            assertThat(files.getParent()).isEqualTo(folder);
            assertThat(SourceFiles.in(files).digests()).hasSize(64);
            assertThat(fixture.notes()).singleElement().asString().startsWith("The files are on ");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void a_place_means_the_type_of_its_file_system() throws Exception {
        String type = Files.getFileStore(folder).type();
        assertThat(PROVIDER.meanings(cell("read", "place=" + folder))).isEqualTo(Map.of("place", type));
        assertThat(PROVIDER.meanings(cell("read", "place=tmpfs"))).isEqualTo(Map.of("place", "tmpfs"));
        assertThat(PROVIDER.meanings(cell("read-in-memory"))).isEmpty();
        assertThat(PROVIDER.meanings(cell("puts"))).isEmpty();
    }

    @Test
    void what_cannot_be_made_cold_is_not_called_cold() throws Exception {
        Path memory = Files.createTempDirectory(Path.of("/dev/shm"), "gearbox-test");
        try {
            assertThatThrownBy(() -> PROVIDER.fixture(job("read", "size=1MiB", "cache=cold", "place=" + memory)))
                    .isInstanceOf(LabException.class)
                    .hasMessageStartingWith("files on tmpfs cannot be made cold")
                    .hasMessageContaining("--set cache=warm");
            assertThat(memory).isEmptyDirectory();
        } finally {
            Files.delete(memory);
        }
    }

    @Test
    void a_place_that_is_none_or_has_no_room_is_refused_before_anything_is_made() {
        assertThatThrownBy(() -> PROVIDER.fixture(job("read", "place=" + folder.resolve("none"))))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("there is no folder " + folder.resolve("none"));
        assertThatThrownBy(() -> SourceFolder.requireRoom(folder, Files.getFileStore(folder), Long.MAX_VALUE / 4))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("--set place=FOLDER");
        assertThat(folder).isEmptyDirectory();
    }
}
