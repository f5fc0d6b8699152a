package dev.gearbox.lab.external;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.TickedRun;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.lab.experiment.ExperimentRun;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.probe.ProcessTree;
import dev.gearbox.lab.slice.SubjectCounts;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** An external program as a subject: measured like ours, distinguished from ours, and never left behind. */
@Timeout(600)
class ExternalServerTest {
    private static final ChildSetup SETUP = ChildSetup.detect(1);
    private static final Cell TINY =
            TestData.workload().cells(Length.QUICK, Map.of()).getFirst();

    @TempDir
    Path folder;

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void aRunMeasuresItLikeASubjectOfOurs() throws InterruptedException {
        SingleRun.Result result = TickedRun.of(SETUP, TINY, ForeignEcho.withFamily());
        Slice.ResourceUse cost = result.slice().cost();
        assertThat(result.report().answered()).isPositive();
        assertThat(result.slice().traffic().errors()).isEmpty();
        assertThat(cost.cpuMicros()).isPositive();
        assertThat(cost.switches()).isPositive();
        assertThat(cost.threads()).isGreaterThan(3 + 5); // those of the three sleeping processes, and of a JVM
        assertThat(cost.residentBytes()).isGreaterThan(10 << 20);
        assertThat(result.notes()).contains(SubjectProcess.FOREIGN);

        String stamp = String.valueOf(result.stamp());
        assertThat(stamp).contains("\"engine\":\"external:family\"", "\"backend\":\"echo 1.0\"", "\"{port}\"]");
        assertThat(String.join(" ", SubjectProcess.command(ForeignEcho.withFamily(), TINY, SETUP)))
                .contains("--word {port}", "--version echo 1.0");
    }

    @Test
    void whatCannotBeKnownOfItIsAbsentAndNotNought() throws InterruptedException {
        SubjectCounts counts =
                SingleRun.open(SETUP).run(TINY, ForeignEcho.subject()).counts();
        assertThat(counts.voluntarySwitches()).isNotNull();
        assertThat(counts.allocatedBytes()).isNull();
        assertThat(counts.wakeups()).isNull();
        assertThat(counts.jitMillis()).isNull();
        assertThat(counts.missing()).isNotEmpty();
    }

    @Test
    void anExperimentComparesItWithOursAndGoesOnWithoutWhoeverDoesNotStart() throws InterruptedException {
        Subject bad = ForeignEcho.external("external:bad", List.of("sh", "-c", "exit 9", "{port}"), External.WITHIN)
                .subject();
        List<Subject> subjects = List.of(TestSubject.subject("echo"), ForeignEcho.subject(), bad);
        Design design = new Design("test", 1, 3, 0.05, 0.2, 0.2, 0.05, 0.95, List.of(1), false);
        Experiment experiment = Experiments.of(
                "tests", "request and reply", TINY, subjects, "echo", design, MachineProbe.detect(SETUP), SETUP);
        ChildSetup impatient = SETUP.withQuiet(Duration.ZERO);
        Evidence evidence = new ExperimentRun(
                        experiment,
                        TINY,
                        subjects,
                        impatient,
                        Archive.open(folder, experiment),
                        ExperimentListener.NONE)
                .run(sofar -> false);

        Evidence.Fork fork = evidence.forks().getFirst();
        List<Slice> slices = fork.slices().stream()
                .filter(slice -> slice.arm().equals("external:echo"))
                .toList();
        // Of all slices together: on a busy machine the lab may read too late to see anything of a short slice, or a
        // slice may have no answers.
        assertThat(slices.stream()
                        .mapToLong(slice -> slice.traffic().answered())
                        .sum())
                .isPositive();
        assertThat(slices.stream()
                        .mapToDouble(slice -> slice.cost().cpuMicros())
                        .sum())
                .isPositive();
        assertThat(slices).hasSize(3).allSatisfy(slice -> {
            assertThat(slice.cost().switches()).isNotNull();
            assertThat(slice.cost().allocatedBytes()).isNull();
            assertThat(slice.cost().threads()).isGreaterThan(5);
        });
        assertThat(fork.all(ForkEvent.Failed.class)).singleElement().satisfies(failed -> {
            assertThat(failed.arm()).isEqualTo("external:bad");
            assertThat(failed.cause()).contains("exit code 9 (a server must stay in the foreground)");
        });
        assertThat(fork.all(ForkEvent.Launch.class).getFirst().notes())
                .containsExactly("external:echo: " + SubjectProcess.FOREIGN);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            60000 | echo no luck >&2; exit 3 | exit code 2: no luck / it ended before it listened on 127.0.0.1:\\d+, exit code 3 .*
            300 | echo my words; exec sleep 9999 | exit code 2: (my words / )?it did not listen on 127.0.0.1:\\d+ within 300 ms.*
            60000 | kill -9 $$ | exit code 2: it ended before it listened on 127.0.0.1:\\d+, killed by signal 9 .*
            """)
    void whoDoesNotListenIsAFailureThatQuotesItsLastWords(long millis, String script, String cause) {
        Subject subject = ForeignEcho.external(
                        "external:bad", List.of("sh", "-c", script, "{port}"), Duration.ofMillis(millis))
                .subject();
        assertThatThrownBy(() -> SingleRun.open(SETUP).run(TINY, subject))
                .isInstanceOf(LabException.class)
                .satisfies(
                        failed -> assertThat(String.valueOf(failed.getMessage()).replace('|', '/'))
                                .matches("external:bad ended before it was ready, " + cause));
    }

    @Test
    void whoEndsWhileItIsMeasuredIsAFailureThatSaysSo() throws Exception {
        try (SubjectProcess subject = SubjectProcess.start(ForeignEcho.subject(), TINY, SETUP)) {
            subject.awaitReady(SETUP.patience());
            kill(subject.pids().getFirst());
            assertThatThrownBy(() -> {
                        while (true) {
                            subject.check();
                        }
                    })
                    .isInstanceOf(ChildException.class)
                    .hasMessageContaining("external:echo ended");
            assertThat(subject.failure("").log()).last().isEqualTo("it exited on its own, killed by signal 9");
        }
    }

    @Test
    void closedItIsGoneWithItsWholeFamily() throws Exception {
        List<ProcessHandle> family;
        try (SubjectProcess subject = SubjectProcess.start(ForeignEcho.withFamily(), TINY, SETUP)) {
            subject.awaitReady(SETUP.patience());
            family = family(subject);
            assertThat(family).hasSize(1 + 3 + 1);
        }
        awaitEnd(family);
    }

    @Test
    void whoseGuardianIsKilledIsKilledToo() throws Exception {
        try (SubjectProcess subject = SubjectProcess.start(ForeignEcho.subject(), TINY, SETUP)) {
            subject.awaitReady(SETUP.patience());
            List<ProcessHandle> family = family(subject);
            assertThat(family).hasSize(1 + 1);
            kill(subject.pid());
            awaitEnd(family);
        }
    }

    @Test
    void aProgramThatIsNotThereOrHasNoPortIsRefusedBeforeAnythingStarts() {
        External absent = ForeignEcho.external("external:x", List.of("./nowhere", "{port}"), External.WITHIN);
        assertThatThrownBy(absent::subject)
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("external:x: there is no program \"./nowhere\"");
        assertThatThrownBy(() ->
                        new External("external:x", List.of("sh"), Map.of(), folder, "", Set.of(), External.WITHIN))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("external:x: the command has no {port}");
    }

    @Test
    void aServerOptionOfTheWorkloadIsNothingForAProgramOfOthers() {
        assertThatThrownBy(() -> ExternalArguments.parse(List.of("--word", "x", "--offload", "2")))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("--offload");
    }

    /** Its processes, and the watch that guards them. */
    private static List<ProcessHandle> family(SubjectProcess subject) throws IOException {
        ProcessTree all = new ProcessTree(Path.of("/proc"), subject.pids().getFirst(), Set.of());
        return all.pids().stream()
                .flatMap(pid -> ProcessHandle.of(pid).stream())
                .toList();
    }

    private static void kill(long pid) {
        ProcessHandle.of(pid).orElseThrow().destroyForcibly();
    }

    private static void awaitEnd(List<ProcessHandle> family) throws Exception {
        for (ProcessHandle one : family) {
            one.onExit().get(120, TimeUnit.SECONDS);
        }
    }
}
