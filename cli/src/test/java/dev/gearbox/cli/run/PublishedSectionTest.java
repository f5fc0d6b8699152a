package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.claims.MadeCell;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.StudySection;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.ClaimReach;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.job.PublishedFigures;
import dev.gearbox.lab.job.PublishedRuns;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.studies.echoserver.EchoServerStudy;
import dev.gearbox.studies.pageindexer.PageIndexerStudy;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which of the published tables on record a report shows, and with what. Nothing is run. */
final class PublishedSectionTest {
    private static final Map<Quantity, Double> FIGURES = Map.of(Quantity.RATE, 1234.0, Quantity.RESPONSE, 0.00463);

    private final StudyProvider study = new EchoServerStudy();

    @TempDir
    private Path folder = Path.of("");

    /** Records that a build has run this many rows of the first table. */
    private void record(String commit, boolean quick, int rows) {
        record(commit, quick, rows, Map.of());
    }

    private void record(String commit, boolean quick, int rows, Map<String, Long> errors) {
        Machine machine =
                new Machine(2, "", 0, "Linux", "6.18", "25", "", 0, "", commit, "somewhere", List.of(), List.of());
        PublishedRuns runs = PublishedRuns.open(folder, study.name(), machine, false);
        PublishedTable table = study.published(quick).getFirst();
        table.rows().stream()
                .limit(rows)
                .map(row -> table.key(row.runs().getFirst()))
                .forEach(run -> runs.put(run, Instant.EPOCH, new PublishedFigures(FIGURES, errors)));
    }

    private List<StudySection> sections() {
        List<String> damage = new ArrayList<>();
        List<StudySection> sections = PublishedSection.recorded(
                study, PublishedRuns.find(folder, damage), RecordedResults.in(folder, study, _ -> true, damage));
        assertThat(damage).isEmpty();
        return sections;
    }

    @Test
    void a_table_is_shown_with_what_has_been_run_and_so_is_the_figure_that_shares_its_runs() {
        assertThat(sections()).isEmpty();
        record("0123456789ab", false, 3);
        List<StudySection> sections = sections();
        assertThat(sections).hasSize(2);
        StudySection table = sections.getFirst();
        assertThat(table.title()).startsWith("Table 3: ");
        assertThat(table.heads()).endsWith("transactions/s");
        assertThat(table.rows()).hasSize(4);
        assertThat(table.rows().get(2))
                .startsWith("4,000 users", "3,002; -; -")
                .endsWith("573; 0.00463; -", "1,826; 1,234; -");
        assertThat(table.rows().get(3)).endsWith("not in the text; -; -");
        assertThat(table.sentences())
                .endsWith(
                        "Their method was run here on 1970-01-01, commit 012345678, 2 cores, Linux 6.18, JDK 25; somewhere.");
        StudySection figure = sections.getLast();
        assertThat(figure.title()).startsWith("Figure 11: ");
        assertThat(figure.rows()).isEmpty();
        assertThat(figure.drawing())
                .startsWith("transactions/s, over connections:", "a thread for each connection")
                .anyMatch(line -> line.matches(" +4000 \\|.*t.*r.*"));
    }

    @Test
    void errors_are_listed_by_kind() {
        record("0123456789ab", false, 1, Map.of("reset", 9L, "timeout", 340L));
        assertThat(sections().getFirst().sentences())
                .contains("Errors by their method here: 1,000 users (timeout 340, reset 9).");
        record("0123456789ab", false, 1);
        assertThat(sections().getFirst().sentences()).noneMatch(sentence -> sentence.startsWith("Errors"));
    }

    @Test
    void a_whole_run_counts_more_than_a_shortened_one() {
        record("0123456789ab", true, 4);
        assertThat(sections().getFirst().sentences().getFirst()).contains("shortened from 120 s");
        record("0123456789ab", false, 1);
        assertThat(sections().getFirst().sentences().getFirst())
                .contains("120 s")
                .doesNotContain("shortened");
    }

    /** What the row "NIO, work in place" of a table of the study of pages has beside it, and the table's sentences. */
    private static List<String> beside(int number, Evidence... measured) {
        StudyProvider pages = new PageIndexerStudy();
        RecordedResults ours =
                new RecordedResults(List.of(measured), List.of(), _ -> Optional.empty(), new ClaimReach(pages));
        StudySection section =
                new PublishedSection(pages.published(false).get(number), _ -> Optional.empty(), ours).section();
        return Stream.concat(
                        section.rows().stream()
                                .filter(row -> row.getFirst().startsWith("NIO"))
                                .limit(1)
                                .map(row -> row.get(1)),
                        section.sentences().stream().filter(sentence -> sentence.startsWith("Our method")))
                .toList();
    }

    /** The time of the jobs of the first row for NIO in a table, in ms. */
    private static Evidence made(int number, double millis, Optional<Placement> placement) {
        PublishedTable.PublishedRun run = new PageIndexerStudy()
                .published(false).get(number).rows().stream()
                        .filter(row -> row.name().startsWith("NIO"))
                        .findFirst()
                        .orElseThrow()
                        .runs()
                        .getFirst();
        Condition cell = run.procedure().cell();
        MadeCell made = new MadeCell(new Claim.CellRef(cell.workload(), cell.parameters()), cell);
        placement.ifPresent(made::on);
        made.arm(run.subject().label(), Optional.empty(), Map.of(Metric.ELAPSED, millis));
        return made.evidence();
    }

    @Test
    void our_results_are_those_of_one_placement_that_has_the_cores() {
        Optional<Placement> shared = Optional.of(Placement.shared(List.of(0, 1)));
        int onAnyCores = 0;
        int onTwoCores = 3;
        assertThat(beside(onTwoCores, made(onTwoCores, 500, Optional.empty()), made(onTwoCores, 300, shared)))
                .containsExactly("not in the text; -; 300", "Our method here: server and load share cores 0,1.");
        assertThat(beside(onTwoCores, made(onTwoCores, 500, Optional.empty())))
                .containsExactly("not in the text; -; -");
        assertThat(beside(onAnyCores, made(onAnyCores, 300, shared), made(onAnyCores, 500, Optional.empty())))
                .containsExactly("not in the text; -; 500", "Our method here: server on core 0, load on core 1.");
        assertThat(beside(onAnyCores, made(onAnyCores, 300, shared)))
                .as("the reader sees where, also of a table for any cores")
                .containsExactly("not in the text; -; 300", "Our method here: server and load share cores 0,1.");
    }

    @Test
    void of_several_builds_the_one_that_has_most_counts() {
        record("aaaaaaaaaaaa", false, 1);
        record("bbbbbbbbbbbb", false, 3);
        record("cccccccccccc", false, 2);
        assertThat(sections().getFirst().sentences().getLast()).contains("commit bbbbbbbbb,");
    }
}
