package dev.gearbox.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.experiment.TestExperiment;
import dev.gearbox.lab.fork.Harness.Exercise;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Before a load with few requests, arms are loaded without pauses; with real child processes. */
@Timeout(300)
class FlatOutWarmUpTest {
    @TempDir
    Path results;

    private static Cell cell(String arrivals) {
        return TestData.workload("""
                        name: few
                        summary: request and reply
                        source: nowhere
                        protocol: echo
                        axes: {connections: [4]}
                        arrivals: %s
                        script:
                          - connect
                          - repeat:
                              steps:
                                - send: {bytes: 64}
                                - expect: echo
                        quick: {warm-up: 1s, measure: 1s}
                        full: {warm-up: 10s, measure: 60s}
                        """.formatted(arrivals))
                .cells(Length.QUICK, Map.of())
                .getFirst();
    }

    private static Cell open(int perSecond) {
        return cell("{model: poisson, perSecond: " + perSecond + ", connections: $connections}");
    }

    private static Exercise exercise(String server, double warmSeconds)
            throws IOException, ChildException, InterruptedException {
        Cell cell = open(20);
        try (SubjectProcess arm = SubjectProcess.start(TestSubject.subject(server), cell, TestExperiment.SETUP);
                GeneratorProcess generator = GeneratorProcess.start(TestExperiment.SETUP)) {
            arm.awaitReady(TestExperiment.SETUP.patience());
            return new FlatOutWarmUp(cell, warmSeconds, generator).exercise(arm);
        }
    }

    @Test
    void onlyLoadsWithFewRequestsNeedIt() {
        assertThat(FlatOutWarmUp.needed(open(100), 8)).isTrue();
        assertThat(FlatOutWarmUp.note(open(100), 8).orElseThrow()).contains("10000 requests");
        assertThat(FlatOutWarmUp.needed(open(2_000), 8)).isFalse();
        assertThat(FlatOutWarmUp.note(open(2_000), 8)).isEmpty();
        assertThat(FlatOutWarmUp.needed(open(100), 0.9)).as("no time for it").isFalse();
        assertThat(FlatOutWarmUp.needed(cell("{model: closed, users: $connections}"), 8))
                .as("in a closed loop the arm decides")
                .isFalse();
    }

    @Test
    void theHarnessDoesItAndSaysSo() throws InterruptedException {
        Cell cell = open(20);
        List<Subject> subjects = List.of(TestSubject.subject("echo"));
        Design design = new Design("test", 1, 1, 0.1, 0.2, 4, 0.05, 0.95, List.of(1), false);
        Experiment experiment = Experiments.of(
                "tests", "few", cell, subjects, "echo", design, TestExperiment.HERE, TestExperiment.SETUP);
        List<String> heard = new ArrayList<>();
        try (Archive archive = Archive.open(results, experiment)) {
            Evidence evidence = new ExperimentRun(
                            experiment, cell, subjects, TestExperiment.SETUP, archive, new ExperimentListener() {
                                @Override
                                public void at(Moment moment) {
                                    heard.add(moment.what());
                                }
                            })
                    .run(_ -> false);
            assertThat(evidence.forks().getFirst().all(ForkEvent.Launch.class))
                    .singleElement()
                    .satisfies(launch ->
                            assertThat(launch.notes()).anyMatch(note -> note.contains("without pauses first")));
        }
        assertThat(heard).containsSubsequence("loading echo without pauses", "warming up echo");
    }

    @Test
    void itEndsWithEnoughRequests() throws Exception {
        Exercise exercise = exercise("echo", 600);
        assertThat(exercise.enough()).isTrue();
        assertThat(exercise.seconds()).isPositive();
    }

    @Test
    void itEndsAfterHalfOfTheTimeIfTheArmDoesNotAnswer() throws Exception {
        Exercise exercise = exercise("never-answers", 3);
        assertThat(exercise.enough()).isFalse();
        assertThat(exercise.seconds()).isPositive();
    }
}
