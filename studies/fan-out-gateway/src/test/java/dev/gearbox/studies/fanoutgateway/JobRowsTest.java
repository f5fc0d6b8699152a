package dev.gearbox.studies.fanoutgateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.JobCell;
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

/** The jobs of the study: their rows, and that these do them in JVMs of their own. */
@Timeout(300)
class JobRowsTest {
    private static final FanOutGatewayStudy PROVIDER = new FanOutGatewayStudy();
    private static final Study STUDY = PROVIDER.study();
    private static final ChildSetup SETUP = ChildSetup.detect(1)
            .unoptimized()
            .unpinned()
            .withPatience(Duration.ofMinutes(1))
            .withQuiet(Duration.ZERO);

    /** Rows in the build. */
    private static final int DRAWN = 2;

    @TempDir
    Path results;

    private static List<Subject> rows(JobCell job) {
        return PROVIDER.subjects(job, List.of(), Optional.empty()).orElseThrow();
    }

    private static JobCell job(String name, Map<String, List<String>> axes) {
        return (JobCell) STUDY.workload(name).cells(Length.FULL, axes).getFirst();
    }

    @Test
    void each_job_has_rows_of_its_own_and_runs_only_if_it_is_named() {
        assertThat(rows(job(JobRows.RECORDS, Map.of())))
                .extracting(Subject::label)
                .containsExactly("one-thread", "five-threads");
        assertThat(rows(job(JobRows.EVENTS, Map.of())))
                .extracting(Subject::label)
                .containsExactly(
                        "events-in-place",
                        "events-array-queue",
                        "events-linked-queue",
                        "events-jctools",
                        "events-disruptor",
                        "events-disruptor-sleeping",
                        "events-actors");
        assertThat(STUDY.workload(JobRows.RECORDS).named()).isTrue();
        assertThat(STUDY.workload(JobRows.EVENTS).named()).isTrue();
        JobCell events = job(JobRows.EVENTS, Map.of());
        assertThatThrownBy(() -> PROVIDER.subjects(events, List.of("one-thread"), Optional.empty()))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("no row \"one-thread\". Known: events-in-place, ");
    }

    @Test
    void every_row_is_known_without_its_job_for_claims() {
        assertThat(List.of(JobRows.RECORDS, JobRows.EVENTS))
                .flatExtracting(JobRows::labels)
                .allSatisfy(label -> assertThat(GatewayRows.of(label).label()).isEqualTo(label));
        assertThat(JobRows.named("ideal")).isEmpty();
    }

    /** The build draws some of the rows, the deep stage runs all. */
    @ParameterizedTest
    @Tag("deep")
    @ValueSource(strings = {"one", "all"})
    void every_row_hands_over_every_event(String delivery) throws InterruptedException {
        JobCell job = job(
                JobRows.EVENTS,
                Map.of("delivery", List.of(delivery), "consumers", List.of("4"), "mixes", List.of("1")));
        List<Subject> rows = SeededSample.of(rows(job), DRAWN, Contract.seed());
        Design design = new Design("test", 1, 1, 0, 0.1, 0.1, 0.05, 0.95, List.of(1), false);
        Experiment experiment = Experiments.of(
                STUDY.name(), "events", job, rows, rows.getFirst().label(), design, MachineProbe.detect(SETUP), SETUP);
        Archive archive = Archive.open(results, experiment);
        Evidence evidence =
                new ExperimentRun(experiment, job, rows, SETUP, archive, ExperimentListener.NONE).run(_ -> false);

        assertThat(evidence.damage()).isEmpty();
        assertThat(evidence.forks().getFirst().all(ForkEvent.Failed.class)).isEmpty();
        assertThat(evidence.forks().getFirst().slices()).hasSize(rows.size()).allSatisfy(slice -> {
            assertThat(slice.traffic().answered()).as(slice.arm()).isEqualTo(20);
            assertThat(slice.traffic().errors()).as(slice.arm()).isEmpty();
        });
    }
}
