package dev.gearbox.lab.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Objective;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.experiment.TestExperiment;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A real server with one worker and a fixed service time, searched by the complete lab; with {@code -Ddeep} only. */
@Tag("deep")
@Timeout(600)
class FoundRateTest {
    private static final String SERVER = "serves-for-a-millisecond";
    private static final Objective OBJECTIVE = new Objective(0.99, 20);

    /** System calls and the loop around the millisecond, in seconds: 10 to 60 µs, depending on the machine. */
    private static final double LEAST_SERVICE = 1.01e-3;

    private static final double MOST_SERVICE = 1.06e-3;

    @TempDir
    Path results;

    static Stream<String> searches() {
        return Boolean.getBoolean("gearbox.deep") ? Stream.of(SERVER) : Stream.of();
    }

    @ParameterizedTest(allowZeroInvocations = true)
    @MethodSource("searches")
    void findsTheCapacityOfAServerWithOneWorker(String server) throws InterruptedException {
        Cell cell = TestData.workload("""
                        name: open
                        summary: request and reply
                        source: nowhere
                        protocol: echo
                        axes: {connections: [20]}
                        arrivals: {model: poisson, perSecond: 200, connections: $connections}
                        script:
                          - connect
                          - repeat:
                              steps:
                                - send: {bytes: 64}
                                - expect: echo
                        quick: {warm-up: 1s, measure: 1s}
                        full: {warm-up: 10s, measure: 60s}
                        """).cells(Length.QUICK, Map.of()).getFirst();
        List<Subject> subjects = List.of(TestSubject.subject(server));
        Design design = new Design("test", 1, 1, 0.1, 0.5, 2, 0.05, 0.95, List.of(1), false).searching(OBJECTIVE);
        Experiment experiment = Experiments.of(
                "tests", "open", cell, subjects, server, design, TestExperiment.HERE, TestExperiment.SETUP);
        Evidence evidence;
        try (Archive archive = Archive.open(results, experiment)) {
            evidence = new ExperimentRun(
                            experiment, cell, subjects, TestExperiment.SETUP, archive, ExperimentListener.NONE)
                    .run(_ -> false);
        }

        ForkEvent.Capacity found =
                evidence.forks().getFirst().all(ForkEvent.Capacity.class).getFirst();
        // A disturbed machine may give no rate; what it gives must be right.
        assertThat(found.unavailable() != null || found.upper() != null).isTrue();
        Double upper = found.upper();
        if (upper != null) {
            double limit = OBJECTIVE.millis() / 1e3;
            assertThat(Math.sqrt(found.lower() * upper))
                    .as("%s", found.tried())
                    .isBetween(
                            0.95 * SyntheticServer.capacity(MOST_SERVICE, limit, OBJECTIVE.quantile()),
                            1.05 * SyntheticServer.capacity(LEAST_SERVICE, limit, OBJECTIVE.quantile()));
        }
    }
}
