package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.RunInAChild;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.FakeGenerator;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestPaths;
import dev.gearbox.lab.workload.TestSubject;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One run, with a real generator against a test subject, and every way in which a child process can fail. */
@Timeout(600)
class SingleRunTest {
    private static final ChildSetup SETUP =
            ChildSetup.detect(1).unoptimized().unpinned().withPatience(Duration.ofMinutes(1));
    private static final ChildSetup IMPATIENT = SETUP.withPatience(Duration.ofSeconds(2));

    @TempDir
    Path folder;

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void measuresASubject() throws InterruptedException {
        List<String> heard = new ArrayList<>();
        SingleRun.Result result = SingleRun.open(SETUP)
                .run(patient(), TestSubject.subject("echo"), new SingleRun.Observer() {
                    @Override
                    public void ready(SubjectProcess subject) {
                        heard.add("ready");
                    }

                    @Override
                    public void opened(SubjectProcess subject) {
                        heard.add("opened");
                    }

                    @Override
                    public void closed(SubjectProcess subject) {
                        heard.add("closed");
                    }

                    @Override
                    public void over() {
                        heard.add("over");
                    }
                });
        assertThat(heard).containsExactly("ready", "opened", "closed", "over");
        assertThat(result.report().answered()).isPositive();
        assertThat(result.slice().traffic().answered())
                .isEqualTo(result.report().answered());
        assertThat(result.slice().traffic().errors()).isEmpty();
        assertThat(result.slice().traffic().connections()).isEqualTo(1);
        assertThat(result.slice().cost().cpuMicros()).isPositive();
        assertThat(result.slice().cost().switches()).isPositive();
        assertThat(result.slice().cost().threads()).isGreaterThan(5);
        assertThat(result.slice().cost().residentBytes()).isGreaterThan(10 << 20);
        assertThat(result.counts().voluntarySwitches()).isNotNull();
        // The subject received the parameters of the cell.
        assertThat(String.valueOf(result.stamp()))
                .contains("\"args\":[\"echo\",\"--protocol\",\"echo\",\"--port\",\"0\"]");
        assertThat(result.plan().measure()).isEqualTo(patient().measure());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    dies-at-start         | dies-at-start ended before it was ready, exit code 3.*no such engine
                    never-ready           | never-ready was not ready within 2 s
                    no-port               | no-port sent READY without a port: I am told
                    speaks-no-json        | speaks-no-json sent invalid JSON: steady go: I am told
                    dies-in-mid-run       | dies-in-mid-run ended, exit code 7: out of luck after
                    refuses               | no request was answered in the measured window: .*refused
                    never-answers         | no request was answered in the measured window: .*: I am told
                    """)
    void aBadSubjectIsAFailureThatQuotesIt(String behaviour, String cause) {
        // A busy machine may take more than two seconds to start a JVM.
        ChildSetup setup = behaviour.equals("never-ready") ? IMPATIENT : SETUP;
        // It has to receive some requests before it dies, which a busy machine may take seconds to send.
        Cell cell = behaviour.equals("dies-in-mid-run") ? patient("5s") : tiny();
        assertThatThrownBy(() -> SingleRun.open(setup).run(cell, TestSubject.subject(behaviour)))
                .isInstanceOf(LabException.class)
                .message()
                .matches("(?s)" + cause + ".*");
    }

    /** It answers once. On a busy machine even the first request may be one of the measured window. */
    @Test
    void aSubjectThatHangsIsAFailureOrHasErrors() throws InterruptedException {
        SingleRun.Result result;
        try {
            result = SingleRun.open(SETUP).run(tiny(), TestSubject.subject("hangs"));
        } catch (LabException failed) {
            assertThat(failed).message().matches("(?s)no request was answered in the measured window: .*: I am told.*");
            return;
        }
        assertThat(result.report().answered()).isEqualTo(1);
        assertThat(result.slice().traffic().errors()).isNotEmpty();
    }

    @Test
    void aSubjectThatIgnoresTheEndOfItsInputIsKilledAndNoted() throws InterruptedException {
        SingleRun.Result result = TickedRun.of(SETUP, patient(), TestSubject.subject("ignores-end-of-input"));
        assertThat(result.notes()).anyMatch(note -> note.contains("was killed"));
        // It has no counters, so it was read from outside.
        assertThat(result.stats()).isNull();
        assertThat(result.counts().missing()).contains("living threads");
        assertThat(result.slice().cost().cpuMicros()).isPositive();
    }

    @Test
    void whatCannotBeIsRefusedBeforeAnythingStarts() {
        Subject other = new Subject("other", TestPaths.launch(TestSubject.class), List.of(), List.of(), Set.of("http"));
        assertThatThrownBy(() -> SingleRun.open(SETUP).run(tiny(), other))
                .isInstanceOf(LabException.class)
                .hasMessage("other does not offer echo");
        Cell huge = TestData.workload()
                .cells(Length.QUICK, Map.of("connections", List.of("1000000")))
                .getFirst();
        assertThatThrownBy(() -> SingleRun.open(SETUP).run(huge, TestSubject.subject("echo")))
                .isInstanceOf(LabException.class)
                .hasMessageContaining(" needs 1000200 open descriptors and the limit is ");
    }

    @Test
    void aBadGeneratorIsAFailureToo() {
        assertThat(generator(FakeGenerator.Refuses.class)).isEqualTo("the generator refused: plan: no such thing");
        assertThat(generator(FakeGenerator.Dies.class)).isEqualTo("the generator ended, exit code 5: out of memory");
        assertThat(generator(FakeGenerator.Hangs.class)).startsWith("the generator did not send \"measuring\" within ");
        assertThat(generator(FakeGenerator.Babbles.class)).startsWith("the generator's report cannot be read: ");
    }

    private static String generator(Class<?> behaviour) {
        ChildSetup setup = new ChildSetup(
                SETUP.pinning(),
                SETUP.server(),
                SETUP.generator(),
                FakeGenerator.launch(behaviour),
                Duration.ofSeconds(10),
                Duration.ZERO,
                1);
        try {
            SingleRun.open(setup).run(tiny(), TestSubject.subject("echo"));
        } catch (LabException failed) {
            return String.valueOf(failed.getMessage());
        } catch (InterruptedException unexpected) {
            throw new AssertionError(unexpected);
        }
        throw new AssertionError(behaviour + " did no harm");
    }

    @Test
    void interruptedItKillsItsChildren() {
        List<ProcessHandle> children = new ArrayList<>();
        SingleRun.Observer interrupts = new SingleRun.Observer() {
            @Override
            public void opened(SubjectProcess subject) {
                ProcessHandle.current().children().forEach(children::add);
                Thread.currentThread().interrupt();
            }
        };
        assertThatThrownBy(() -> SingleRun.open(SETUP).run(RunInAChild.cell(), TestSubject.subject("echo"), interrupts))
                .isInstanceOf(InterruptedException.class);
        assertThat(children).hasSize(2).noneMatch(ProcessHandle::isAlive);
    }

    @ParameterizedTest
    @CsvSource({"true, ours, 2", "false, ours, 2", "true, foreign, 3", "false, foreign, 3"})
    void killedOrToldToGoItTakesItsChildrenWithIt(boolean kill, String whose, int count) throws Exception {
        String classPath =
                TestPaths.classPath().stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        Process lab = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        classPath,
                        RunInAChild.class.getName(),
                        whose)
                .redirectError(folder.resolve("log").toFile())
                .start();
        try {
            List<ProcessHandle> children = awaitMeasuring(lab);
            assertThat(children).hasSize(count);
            if (kill) {
                lab.destroyForcibly();
            } else {
                lab.destroy();
            }
            for (ProcessHandle child : children) {
                child.onExit().get(120, TimeUnit.SECONDS);
            }
            lab.onExit().get(120, TimeUnit.SECONDS);
        } finally {
            lab.descendants().forEach(ProcessHandle::destroyForcibly);
            lab.destroyForcibly();
        }
    }

    private List<ProcessHandle> awaitMeasuring(Process lab) throws IOException {
        BufferedReader out = lab.inputReader();
        for (String line = out.readLine(); line != null; line = out.readLine()) {
            if (line.equals("MEASURING")) {
                return lab.descendants().toList();
            }
        }
        throw new AssertionError("the lab ended: " + Files.readString(folder.resolve("log")));
    }

    /** Returns an objective that even a busy machine meets. */
    private static Cell patient() {
        return patient("400ms");
    }

    private static Cell patient(String measure) {
        return TestData.workload(TestData.TINY.replace("measure: 400ms", "measure: " + measure) + "timeout: 60s\n")
                .cells(Length.QUICK, Map.of())
                .getFirst();
    }

    /** A setup with little patience. */
    private static Cell tiny() {
        return TestData.workload(TestData.TINY + "timeout: 500ms\n")
                .cells(Length.QUICK, Map.of())
                .getFirst();
    }
}
