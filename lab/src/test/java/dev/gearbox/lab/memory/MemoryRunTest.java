package dev.gearbox.lab.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.experiment.TestExperiment;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.MemoryWorkloadTest;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestSubject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Complete experiments with real child processes that hold connections. */
@Timeout(600)
class MemoryRunTest {
    private static final ChildSetup SETUP = ChildSetup.detect(1)
            .unoptimized()
            .withPatience(Duration.ofMinutes(1))
            .withQuiet(Duration.ZERO);

    /** Four JVMs each. */
    private static final int FORKS = Boolean.getBoolean("gearbox.deep") ? 2 : 1;

    @TempDir
    Path results;

    /** An experiment that can be run repeatedly. */
    private record Prepared(MemoryCell cell, List<Subject> subjects, Experiment experiment) {
        static Prepared of(int forks, double lead, List<String> quiet, String... behaviours) {
            return of(MachineProbe.detect(SETUP), forks, lead, quiet, behaviours);
        }

        static Prepared of(Machine machine, int forks, double lead, List<String> quiet, String... behaviours) {
            MemoryCell cell = MemoryWorkloadTest.decode(MemoryWorkloadTest.QUIET)
                    .cells(Length.QUICK, Map.of("quiet", quiet))
                    .getFirst();
            List<Subject> subjects =
                    Stream.of(behaviours).map(TestSubject::subject).toList();
            Design design =
                    new Design("test", forks, cell.points().size(), lead, 0.4, 0, 0.05, 0.95, List.of(forks), false);
            return new Prepared(
                    cell,
                    subjects,
                    Experiments.of("tests", "quiet ones", cell, subjects, behaviours[0], design, machine, SETUP));
        }

        Evidence run(Path results, ExperimentListener listener) throws InterruptedException {
            try (Archive archive = Archive.open(results, experiment)) {
                return new ExperimentRun(experiment, cell, subjects, SETUP, archive, listener).run(_ -> false);
            }
        }
    }

    private static Slice.Memory memory(Slice slice) {
        return Objects.requireNonNull(slice.memory());
    }

    @Test
    @Tag("deep")
    void tellsWhatAConnectionCosts() throws InterruptedException {
        Prepared test = Prepared.of(FORKS, 1, List.of("100", "10100"), "echo", "also-echo");

        Evidence evidence = test.run(results, ExperimentListener.NONE);

        assertThat(evidence.damage()).isEmpty();
        assertThat(evidence.forks()).hasSize(FORKS).allMatch(Evidence.Fork::done);
        for (Evidence.Fork fork : evidence.forks()) {
            assertThat(fork.all(ForkEvent.Warmed.class)).isEmpty();
            assertThat(fork.all(ForkEvent.Failed.class)).isEmpty();
            for (int block = 1; block <= 2; block++) {
                int number = block;
                List<Slice> slices = fork.slices().stream()
                        .filter(slice -> slice.block() == number)
                        .toList();
                assertThat(slices).extracting(Slice::arm).containsExactlyInAnyOrder("echo", "also-echo");
                assertThat(slices)
                        .extracting(slice -> memory(slice).connections())
                        .as("a block is a number of connections")
                        .containsAnyOf(101, 10101)
                        .containsOnly(memory(slices.getFirst()).connections());
            }
            assertThat(fork.slices())
                    .extracting(slice -> memory(slice).connections())
                    .contains(101, 10101);
        }
        Findings findings = Analysis.of(evidence);
        assertThat(findings.quality().valid()).isTrue();
        assertThat(findings.rankings())
                .containsKeys(Metric.IDLE_HEAP, Metric.IDLE_DIRECT, Metric.IDLE_RESIDENT, Metric.IDLE_KERNEL)
                .doesNotContainKeys(Metric.CPU, Metric.P50, Metric.RATE, Metric.RESIDENT);
        // A channel, its key and what the selector needs for it: some hundred bytes on the heap, nothing else. So many
        // connections, because the rest of the heap
        // may differ by a megabyte between two JVMs.
        assertThat(value(findings, Metric.IDLE_HEAP, "echo")).isBetween(200.0, 5_000.0);
        assertThat(value(findings, Metric.IDLE_DIRECT, "echo")).isBetween(-100.0, 100.0);
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    private static double value(Findings findings, Metric metric, String arm) {
        return findings.by(metric)
                .flatMap(ranking -> ranking.of(arm))
                .orElseThrow()
                .value()
                .value();
    }

    @Test
    void eachNumberOfConnectionsMeetsAFreshJvm() throws InterruptedException {
        List<List<ProcessHandle>> seen = new ArrayList<>();
        ExperimentListener watches = new ExperimentListener() {
            @Override
            public void at(Moment moment) {
                if (moment.what().startsWith("block")) {
                    seen.add(ProcessHandle.current().children().toList());
                }
            }
        };

        Evidence evidence = Prepared.of(1, 0.5, List.of("1", "2", "3"), "echo").run(results, watches);

        assertThat(evidence.forks().getFirst().slices()).hasSize(3);
        assertThat(seen).hasSize(3);
        assertThat(seen.getFirst()).as("generator and subject").hasSize(2);
        assertThat(seen.get(1))
                .as("the JVM that has held connections has exited")
                .hasSize(1);
        assertThat(seen.get(2)).as("the generator stays").isEqualTo(seen.get(1));
        assertThat(seen.getFirst()).containsAll(seen.get(1));
    }

    @Test
    void interruptedItGoesOnWithTheNumbersThatItLacks() throws InterruptedException {
        Prepared test = Prepared.of(1, 0.5, List.of("1", "20", "40"), "echo");
        ExperimentListener stopsInBlock2 = new ExperimentListener() {
            @Override
            public void at(Moment moment) {
                if (moment.what().startsWith("block 2")) {
                    Thread.currentThread().interrupt();
                }
            }
        };
        assertThatThrownBy(() -> test.run(results, stopsInBlock2)).isInstanceOf(InterruptedException.class);
        assertThat(ProcessHandle.current().children()).isEmpty();

        Evidence after = test.run(results, ExperimentListener.NONE);

        Evidence.Fork fork = after.forks().getFirst();
        assertThat(fork.all(ForkEvent.Launch.class))
                .extracting(ForkEvent.Launch::launch)
                .containsExactly(1, 2);
        assertThat(fork.slices()).extracting(Slice::launch).containsExactly(1, 2, 2);
        assertThat(fork.slices())
                .extracting(slice -> memory(slice).connections())
                .containsExactlyInAnyOrder(2, 21, 41);

        List<String> heard = new ArrayList<>();
        test.run(results, new ExperimentListener() {
            @Override
            public void at(Moment moment) {
                heard.add(moment.what());
            }
        });
        assertThat(heard).as("existing results are not measured again").isEmpty();
    }

    /** It needs 15 ms for each answer: 100 users are greeted after a second and a half, and no attempt is as long. */
    @Test
    void usersThatAreStillGreetedAreNotQuiet() throws InterruptedException {
        Evidence evidence =
                Prepared.of(1, 0.1, List.of("100", "120"), "echo", "dawdles").run(results, ExperimentListener.NONE);
        Evidence.Fork fork = evidence.forks().getFirst();
        assertThat(fork.slices()).extracting(Slice::arm).containsOnly("echo");
        assertThat(fork.all(ForkEvent.Failed.class)).singleElement().satisfies(failed -> {
            assertThat(failed.arm()).isEqualTo("dawdles");
            assertThat(failed.cause())
                    .matches("dawdles had not greeted all its \\d+ connections after 800 ms: they were never all idle");
        });
    }

    @Test
    void moreConnectionsThanAProcessMayHaveAreRefusedBeforeAnythingStarts() {
        Prepared test = Prepared.of(TestExperiment.HERE, 1, 0.1, List.of("100", "20000"), "echo");
        assertThatThrownBy(() -> test.run(results, ExperimentListener.NONE))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(
                        "quiet quiet=20000 bytes=8 needs 20201 open descriptors and the limit is 20000");
    }
}
