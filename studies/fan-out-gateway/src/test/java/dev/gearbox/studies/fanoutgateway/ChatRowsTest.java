package dev.gearbox.studies.fanoutgateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The workloads about long polls: their rows, and that these serve them in JVMs of their own. */
@Timeout(300)
class ChatRowsTest {
    private static final FanOutGatewayStudy PROVIDER = new FanOutGatewayStudy();
    private static final Study STUDY = PROVIDER.study();
    private static final ChildSetup SETUP = ChildSetup.detect(1)
            .unoptimized()
            .unpinned()
            .withPatience(Duration.ofMinutes(1))
            .withQuiet(Duration.ZERO);

    /** Seconds of a window; twenty messages on average. */
    private static final double WINDOW = 2;

    /** Rows in the build. */
    private static final int DRAWN = 1;

    @TempDir
    Path results;

    private static List<Subject> rows(Condition cell) {
        return PROVIDER.subjects(cell, List.of(), Optional.empty()).orElseThrow();
    }

    private static Condition cell(String workload, List<String> polls) {
        return STUDY.workload(workload)
                .cells(Length.FULL, Map.of("polls", polls))
                .getFirst();
    }

    private List<Slice> run(Condition cell, int blocks) throws InterruptedException {
        List<Subject> rows = SeededSample.of(rows(cell), DRAWN, Contract.seed());
        Design design = new Design("test", 1, blocks, 0.1, WINDOW, 0.5, 0.05, 0.95, List.of(1), false);
        Experiment experiment = Experiments.of(
                STUDY.name(), "polls", cell, rows, rows.getFirst().label(), design, MachineProbe.detect(SETUP), SETUP);
        Archive archive = Archive.open(results, experiment);
        Evidence evidence =
                new ExperimentRun(experiment, cell, rows, SETUP, archive, ExperimentListener.NONE).run(_ -> false);
        assertThat(evidence.damage()).isEmpty();
        assertThat(evidence.forks().getFirst().all(ForkEvent.Failed.class)).isEmpty();
        List<Slice> slices = evidence.forks().getFirst().slices();
        assertThat(slices).hasSize(rows.size() * blocks);
        return slices;
    }

    @ParameterizedTest
    @ValueSource(strings = {"chat", "waiting-polls"})
    void their_rows_are_no_gateways_and_they_run_only_if_they_are_named(String workload) {
        Condition cell = cell(workload, List.of("1000", "5000"));
        assertThat(rows(cell))
                .allSatisfy(row -> assertThat(row.lacks(cell.requires())).isEmpty())
                .extracting(Subject::label)
                .containsExactly("chat-async", "chat-virtual", "chat-platform");
        assertThat(STUDY.workload(workload).named()).isTrue();
        assertThatThrownBy(() -> PROVIDER.subjects(cell, List.of("ideal"), Optional.empty()))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("no row \"ideal\". Known: chat-async, chat-virtual, chat-platform");
        assertThat(GatewayRows.gateways()).noneMatch(label -> label.startsWith("chat-"));
        assertThat(GatewayRows.of("chat-async").label()).isEqualTo("chat-async");
    }

    /** The build draws one of the rows, the deep stage runs all. */
    @Test
    @Tag("deep")
    void every_row_answers_messages_and_polls() throws InterruptedException {
        List<Slice> slices = run(cell("chat", List.of("20")), 1);
        assertThat(slices).allSatisfy(slice -> {
            assertThat(slice.traffic().answered()).as(slice.arm()).isPositive();
            assertThat(slice.traffic().errors()).as(slice.arm()).isEmpty();
        });
    }

    /** The build draws one of the rows, the deep stage runs all. */
    @Test
    @Tag("deep")
    void every_row_holds_polls_that_wait() throws InterruptedException {
        List<Slice> slices = run(cell("waiting-polls", List.of("10", "40")), 2);
        assertThat(slices).allSatisfy(slice -> {
            assertThat(slice.memory()).as(slice.arm()).isNotNull();
            assertThat(slice.traffic().errors()).as(slice.arm()).isEmpty();
        });
    }
}
