package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.lab.PublishedFile;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.load.plan.Step;
import dev.gearbox.studies.echoserver.EchoServerStudy;
import dev.gearbox.studies.pageindexer.PageIndexerStudy;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The published tables of the studies of servers and of clients: what is in the text, and the method in short runs. */
final class PublishedUsersTest {
    @TempDir
    private Path folder = Path.of("");

    private static List<PublishedTable> decoded(StudyProvider study, String table) {
        return PublishedFile.read(
                _ -> new ByteArrayInputStream(("tables:\n" + table.indent(2)).getBytes(StandardCharsets.UTF_8)),
                study,
                false);
    }

    private static final String USERS = """
            - title: a table
              source: a paper
              workload: hello-bye
              users: {measure: 1500ms, quick: 1s}
              columns: [threads, cpu, transactions, response, rate]
              rows:
                - {name: "20 users", arm: threads, axes: {connections: 20}, reported: {rate: "20"}}
            """;

    private static final String JOBS = """
            - title: a table
              source: an article
              workload: pages
              jobs: {runs: 2, quick: 1}
              columns: [time, spread, errors]
              rows:
                - {name: NIO, arm: selector, offload: 1, axes: {size: 500KiB, work: none}}
            """;

    static Stream<String> studies() {
        return SeededSample.of(List.of("echo-server", "page-indexer"), 1, Contract.seed()).stream();
    }

    /** In our own method they pause for a random time around it. */
    @Test
    void users_of_the_literature_pause_for_exactly_a_second() {
        List<PublishedTable> tables = new EchoServerStudy().published(false);
        assertThat(tables.stream()
                        .flatMap(table -> table.rows().stream())
                        .flatMap(row -> row.runs().stream())
                        .map(PublishedTable.PublishedRun::procedure)
                        .filter(PublishedTable.Procedure.UserRun.class::isInstance)
                        .map(run -> ((Cell) run.cell()).script().steps()))
                .isNotEmpty()
                .allSatisfy(steps -> assertThat(steps).contains(Step.Pause.of(Duration.ofSeconds(1))));
    }

    @ParameterizedTest
    @MethodSource("studies")
    @Timeout(600)
    @Tag("deep")
    void each_cell_has_three_figures(String name) throws InterruptedException {
        boolean users = name.equals("echo-server");
        StudyProvider whole = users ? new EchoServerStudy() : new PageIndexerStudy();
        StudyProvider study = new OtherTables(whole, decoded(whole, users ? USERS : JOBS));
        Screen screen = Screen.pipe();
        ChildSetup setup = ChildSetup.detect(RunCommand.SEED).withInstruments(study.instruments());
        assertThat(new AsPublished(screen.console(), folder, study, setup, false, false).run())
                .as(screen.err())
                .isZero();
        String figure = "not in the text; \\d[\\d.,]*; -";
        String response = "not in the text; (?:\\d[\\d.,]*|-); -"; // none if the generator was off its core during each
        assertThat(screen.out().lines().toList().get(4))
                .matches(
                        users
                                ? "\\| 20 users \\|( " + figure + " \\|){3} " + response + " \\| 20; \\d[\\d.,]*; - \\|"
                                : "\\| NIO \\|( " + figure + " \\|){3}");
    }

    private static final String ACCEPTS = """
            - title: accepts
              source: an article
              workload: connect-echo-close
              printed: {theirs: accept-cold, ours: accept-ready}
              columns: [accept, accept-rate]
              rows:
                - {name: blocking, arm: threads, axes: {connections: 20}, reported: {accept: "about 1.5"}}
                - {name: NIO, arm: selector, axes: {connections: 20}}
            """;

    @Test
    @Timeout(600)
    void the_time_of_an_accept_is_printed_by_a_program() throws InterruptedException {
        EchoServerStudy whole = new EchoServerStudy();
        StudyProvider study = new OtherTables(whole, decoded(whole, ACCEPTS));
        Screen screen = Screen.pipe();
        assertThat(new AsPublished(screen.console(), folder, study, ChildSetup.detect(RunCommand.SEED), true, false)
                        .run())
                .as(screen.err())
                .isZero();
        assertThat(screen.out().lines().skip(4).limit(2).toList())
                .satisfiesExactly(
                        blocking -> assertThat(blocking)
                                .matches(
                                        "\\| blocking \\| about 1.5; [\\d.,]+; - \\| not in the text; [\\d.,]+; - \\|"),
                        nio -> assertThat(nio).matches("\\| NIO \\|( not in the text; [\\d.,]+; - \\|){2}"));
    }

    @Test
    @Timeout(600)
    @Tag("deep")
    void a_figure_is_drawn_over_an_axis_and_repeats_no_run() throws InterruptedException {
        EchoServerStudy whole = new EchoServerStudy();
        String figure = USERS.replace("[threads, cpu, transactions, response, rate]", "[rate]")
                .replace("workload:", "over: connections\n  workload:");
        StudyProvider study = new OtherTables(whole, decoded(whole, USERS + figure));
        Screen screen = Screen.pipe();
        assertThat(new AsPublished(screen.console(), folder, study, ChildSetup.detect(RunCommand.SEED), false, false)
                        .run())
                .as(screen.err())
                .isZero();
        List<String> lines = screen.out().lines().toList();
        int curve = lines.indexOf("20 users");
        assertThat(curve).isPositive();
        assertThat(lines.get(curve + 1))
                .matches("  20 \\|[ rt*]{50}\\|")
                .contains("|")
                .doesNotContain("o");
    }

    @Test
    void the_papers_figures_are_those_of_its_text() {
        List<PublishedTable> tables = new EchoServerStudy().published(false);
        String users = "one run of 120 s of users in a closed loop, without warm-up";
        assertThat(tables)
                .extracting(table -> table.rows().size() + " rows, " + table.method())
                .containsExactly(
                        "4 rows, " + users,
                        "4 rows, " + users,
                        "4 rows, " + users,
                        "20 rows, " + users,
                        "2 rows, one run in a JVM that has just started, for each row");
        assertThat(tables.get(3).over()).contains("connections");
        assertThat(tables.getFirst().rows().get(2).runs().getFirst().figures())
                .extracting(figure -> figure.reported().orElse(""))
                .containsExactly("3,002", "112", "306,322", "573", "1,826");
        assertThat(new EchoServerStudy().published(true).getFirst().method())
                .isEqualTo("one run of 10 s of users in a closed loop, without warm-up, shortened from 120 s");
    }

    @Test
    void the_articles_tables_have_no_figures_in_its_text() {
        List<PublishedTable> tables = new PageIndexerStudy().published(true);
        assertThat(tables)
                .hasSize(6)
                .allSatisfy(table -> assertThat(table.rows())
                        .flatExtracting(PublishedTable.PublishedRow::runs)
                        .allSatisfy(run -> assertThat(((JobCell) run.procedure().cell()).units())
                                .isEqualTo(1_000)));
        assertThat(tables.getFirst().method())
                .isEqualTo("mean of 2 runs one after another, without warm-up, shortened from 7 runs");
        assertThat(tables.getLast().method()).isEqualTo("one run, without warm-up, shortened from 2 runs");
        assertThat(tables)
                .as("the article's machine had two cores, which matter where pages are worked on")
                .extracting(PublishedTable::cores)
                .containsExactly(1, 1, 1, 2, 2, 1);
        assertThat(tables.get(3).method())
                .isEqualTo(
                        "mean of 2 runs one after another, without warm-up, shortened from 7 runs, with 2 cores for the subject");
    }

    @Test
    void a_mistake_in_a_figure_names_file_and_key() {
        assertThatThrownBy(() -> decoded(new EchoServerStudy(), USERS.replace("workload:", "over: users\n  workload:")))
                .hasMessage("published.yaml: tables[0].over is an axis of hello-bye, and only one column is drawn");
        assertThatThrownBy(() ->
                        decoded(new EchoServerStudy(), ACCEPTS.replace("theirs: accept-cold", "theirs: read-pending")))
                .hasMessage("published.yaml: tables[0].rows[0] has a figure that nothing prints: read-pending");
        assertThatThrownBy(() -> decoded(new EchoServerStudy(), ACCEPTS.replace("ours: accept-ready", "ours: cpu")))
                .hasMessage("published.yaml: tables[0].rows[0] has a figure under load: cpu");
    }

    @Test
    void a_mistake_in_a_table_names_file_and_key() {
        assertThatThrownBy(() -> decoded(new PageIndexerStudy(), JOBS.replace("columns:", "cores: 0\n  columns:")))
                .hasMessage("published.yaml: tables[0].cores is a number of cores, from 1");
        assertThatThrownBy(() -> decoded(new EchoServerStudy(), USERS.replace("rate: \"20\"", "rat: \"20\"")))
                .isInstanceOf(LabException.class)
                .hasMessage("published.yaml: tables[0].rows[0].reported has an unknown column \"rat\"");
        assertThatThrownBy(() -> decoded(
                        new EchoServerStudy(), USERS.replace("cpu, ", "").replace("rate: \"20\"", "cpu: \"20\"")))
                .hasMessage("published.yaml: tables[0].rows[0].reported.cpu is not a column of this table");
        assertThatThrownBy(() -> decoded(
                        new PageIndexerStudy(),
                        JOBS.replace("jobs: {runs: 2, quick: 1}", "users: {measure: 2s, quick: 1s}")))
                .hasMessage("published.yaml: tables[0].rows[0] is under pages, which is of another kind");
        assertThatThrownBy(() ->
                        decoded(new EchoServerStudy(), USERS.replace("  users: {measure: 1500ms, quick: 1s}\n", "")))
                .hasMessage("published.yaml: tables[0].users or jobs or printed must be given, and one of them only");
    }
}
