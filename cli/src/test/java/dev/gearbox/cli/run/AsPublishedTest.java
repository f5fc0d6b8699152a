package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.PlacementChoice;
import dev.gearbox.lab.job.PublishedRuns;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.CoreNeeds;
import dev.gearbox.report.Report;
import dev.gearbox.studies.filecopy.FileCopyStudy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gearbox run file-copy --as-published}, with few of the rows and sizes of the literature. */
@Timeout(600)
final class AsPublishedTest {
    private static final String SIZE = "1MiB";

    @TempDir
    private Path folder = Path.of("");

    /** The study with the smaller part of its tables. */
    private static StudyProvider part(StudyProvider whole) {
        return new OtherTables(
                whole,
                whole.published(false).stream()
                        .map(table -> table.title().contains("reading")
                                ? part(table, SIZE, "buffered stream, into an array", "channel, direct buffer")
                                : part(table, "1GiB", "unbuffered stream"))
                        .toList());
    }

    private static PublishedTable part(PublishedTable table, String column, String... rows) {
        int at = table.columns().indexOf(column);
        return new PublishedTable(
                table.title(),
                table.source(),
                table.method(),
                table.notes(),
                List.of(column),
                table.rows().stream()
                        .filter(row -> List.of(rows).contains(row.name()))
                        .map(row -> new PublishedTable.PublishedRow(
                                row.name(), List.of(row.runs().get(at))))
                        .toList());
    }

    /** Results count although the machine was busy. */
    private static void calm(Path results) throws IOException {
        try (Stream<Path> files = Files.list(results)) {
            for (Path file :
                    files.filter(each -> each.toString().endsWith(".jsonl")).toList()) {
                Files.writeString(
                        file, Files.readString(file).replaceAll("\"(foreignCores|steal|away)\":[^,}]+", "\"$1\":0.0"));
            }
        }
    }

    @Test
    void each_cell_has_what_they_reported_their_method_here_and_our_method_here() throws Exception {
        Screen measured = Screen.pipe();
        assertThat(Main.run(
                        measured.console(),
                        "run",
                        "file-copy",
                        "--workload",
                        "read",
                        "--set",
                        "size=" + SIZE,
                        "--engine",
                        "channel-direct",
                        "--forks",
                        "1",
                        "--blocks",
                        "2",
                        "--patience",
                        "0s",
                        "--out",
                        folder.toString()))
                .as(measured.err())
                .isZero();
        calm(Archive.find(folder).getFirst());

        Screen screen = Screen.pipe();
        StudyProvider study = part(new FileCopyStudy());
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED).unoptimized().withFixtures(study::fixture);
        assertThat(new AsPublished(screen.console(), folder, study, setup, false, false).run())
                .isZero();
        assertThat(screen.err()).isEmpty();
        List<String> lines = screen.out().lines().toList();
        assertThat(lines)
                .hasSize(14)
                .contains("| | 1MiB |", "| | 1GiB |", "| --- | --- |")
                .anyMatch(line ->
                        line.startsWith("Each cell: they reported; their method here (8 runs, mean of the last 5);"));
        String figure = "\\d[\\d.,]*";
        assertThat(lines.get(0)).startsWith("Table 1: reading, ms (a 2021 paper");
        assertThat(lines.get(5))
                .matches("\\| buffered stream, into an array \\| not in the text; " + figure + "; - \\|");
        assertThat(lines.get(6))
                .matches("\\| channel, direct buffer \\| not in the text; " + figure + "; " + figure + " \\|");
        assertThat(lines.get(7)).isEmpty();
        assertThat(lines.get(12))
                .as("a row that would take minutes")
                .isEqualTo("| unbuffered stream | not in the text; -; - |");
        assertThat(Path.of("")).isDirectoryNotContaining("glob:**.gearbox-files-*");

        Screen continued = Screen.pipe();
        assertThat(new AsPublished(continued.console(), folder, study, setup, false, false).run())
                .isZero();
        assertThat(continued.out()).as("what is on record is not run again").isEqualTo(screen.out());

        Report report = ReportBuilder.of(Studies.of(study), folder);
        assertThat(report.sections())
                .extracting(section -> section.title() + ": " + section.rows().size())
                .as("nothing of the second table was run")
                .containsExactly(lines.getFirst() + ": 2");
        StudySection section = report.sections().getFirst();
        assertThat("| " + String.join(" | ", section.rows().getLast()) + " |").isEqualTo(lines.get(6));
        assertThat(section.sentences().getLast())
                .matches("Their method was run here on 20\\d\\d-\\d\\d-\\d\\d, commit .+ cores?, .+\\.");

        assertThat(new AsPublished(Screen.pipe().console(), folder, study, setup, false, true).run())
                .isZero();
        assertThat(folder.resolve("file-copy"))
                .as("--again keeps what there was")
                .isDirectoryContaining("glob:**as-published-*.json.before-1")
                .isDirectoryContaining("glob:**as-published-*.json");
    }

    private static PublishedTable needing(int cores, PublishedTable table) {
        return new PublishedTable(
                table.title() + " on " + cores,
                table.source(),
                table.method(),
                table.notes(),
                table.columns(),
                table.rows(),
                table.over(),
                cores);
    }

    @Test
    void a_table_runs_where_its_subjects_have_their_cores_and_is_left_out_where_there_are_too_few() throws Exception {
        StudyProvider whole = new FileCopyStudy();
        PublishedTable table = part(whole.published(false).getFirst(), SIZE, "channel, direct buffer");
        PlacementChoice here = PlacementChoice.here();
        int cores = here.allowed().size();
        StudyProvider study = new OtherTables(whole, List.of(needing(cores + 1, table), needing(cores, table)));
        Screen screen = Screen.pipe();
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED).unoptimized().withFixtures(study::fixture);
        assertThat(new AsPublished(screen.console(), folder, study, setup, false, false).run())
                .isZero();
        assertThat(screen.err())
                .startsWith("gearbox: \"Table 1: reading, ms on " + (cores + 1) + "\" needs " + (cores + 1)
                        + " cores for the subject, and this machine has ")
                .hasLineCount(1);
        assertThat(screen.out().lines().filter(line -> line.startsWith("| channel, ")))
                .satisfiesExactly(
                        without -> assertThat(without).endsWith("| not in the text; -; - |"),
                        with -> assertThat(with).matches(".*\\| not in the text; \\d[\\d.,]*; - \\|"));
        List<String> damage = new ArrayList<>();
        assertThat(PublishedRuns.find(folder, damage))
                .singleElement()
                .extracting(PublishedRuns::origin)
                .asString()
                .endsWith(here.fitting(CoreNeeds.NONE.withSubject(cores))
                        .orElseThrow()
                        .caption());
        assertThat(damage).isEmpty();
    }

    @Test
    void a_study_without_tables_cannot_reproduce_them() {
        StudyProvider study = new OtherTables(new FileCopyStudy(), List.of());
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED);
        assertThatThrownBy(() -> new AsPublished(Screen.pipe().console(), folder, study, setup, false, false).run())
                .isInstanceOf(UsageException.class)
                .hasMessage("--as-published reproduces tables of the literature, and the study file-copy has none."
                        + " Leave it out");
    }

    /** The paper's tables: every way of its text has a row, and every size a column. */
    @Test
    void the_tables_are_those_of_the_paper() {
        List<PublishedTable> tables = new FileCopyStudy().published(false);
        assertThat(tables)
                .extracting(table ->
                        table.rows().size() + " ways, " + table.columns().size() + " sizes")
                .containsExactly("5 ways, 6 sizes", "8 ways, 6 sizes");
        assertThat(tables)
                .allSatisfy(table -> assertThat(table.rows())
                        .allSatisfy(row -> assertThat(row.runs()).hasSameSizeAs(table.columns())));
    }
}
