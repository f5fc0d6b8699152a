package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One trial, with a real generator against a subject of the tests, and every way in which a child can fail. */
class TrialTest {
    private static final Setup SETUP = Setup.detect(1);
    private static final Setup IMPATIENT = SETUP.withPatience(Duration.ofSeconds(2));

    private final List<Progress.Phase> phases = new ArrayList<>();

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void measuresASubject() throws InterruptedException {
        TrialResult result = run(TestSubject.subject("echo"), SETUP);
        assertThat(result.failure()).isNull();
        assertThat(result.succeeded()).isTrue();

        Metrics metrics = result.metrics().orElseThrow();
        assertThat(metrics.requestsPerSecond()).isPositive();
        assertThat(metrics.p50Micros()).isPositive().isLessThanOrEqualTo(metrics.p99Micros());
        assertThat(metrics.cpuMicrosPerRequest()).isPositive();
        assertThat(metrics.switchesPerRequest()).isPositive();
        assertThat(metrics.switchesOfLivingOnly()).isFalse();
        assertThat(metrics.errors()).isEmpty();
        assertThat(metrics.threads()).isGreaterThan(5);
        assertThat(metrics.residentMiB()).isGreaterThan(10);
        assertThat(metrics.descriptors()).isGreaterThan(3);
        assertThat(metrics.connections()).isEqualTo(1);

        assertThat(phases)
                .containsSubsequence(
                        Progress.Phase.STARTING,
                        Progress.Phase.CONNECTING,
                        Progress.Phase.WARMING,
                        Progress.Phase.MEASURING,
                        Progress.Phase.STOPPING);
        // The subject was told what the cell says, and started as the result says.
        assertThat(String.valueOf(result.stamp()))
                .contains("\"args\":[\"echo\",\"--protocol\",\"echo\",\"--port\",\"0\"]");
        assertThat(result.command())
                .containsAll(SETUP.server().options())
                .contains("-Dbehaviour=echo")
                .endsWith("--port", "0");
        assertThat(result.plan()).isNotNull();
        assertThat(result.environment().kernel()).isNotEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    dies-at-start         | dies-at-start ended before it was ready, exit code 3 | no such engine
                    never-ready           | never-ready was not ready within 2 s                | I am told: never-ready
                    no-port               | no-port said READY without a port                   | I am told
                    speaks-no-json        | speaks-no-json said what is no JSON: steady go      | I am told
                    dies-in-mid-run       | dies-in-mid-run ended                               | out of luck after
                    refuses               | no request was answered in the measured window: .*refused | I am told
                    never-answers         | no request was answered in the measured window      | I am told
                    hangs                 | no request was answered in the measured window      | I am told
                    """)
    void aBadSubjectIsAFailedTrialWithCauseAndLog(String behaviour, String cause, String log)
            throws InterruptedException {
        Failure failure = failure(run(TestSubject.subject(behaviour), IMPATIENT));
        assertThat(failure.cause()).matches("(?s)" + cause + ".*");
        assertThat(String.join("\n", failure.log())).contains(log);
    }

    @Test
    void aSubjectThatIgnoresTheEndOfItsInputIsKilledAndNoted() throws InterruptedException {
        TrialResult result = run(TestSubject.subject("ignores-end-of-input"), IMPATIENT);
        assertThat(result.failure()).isNull();
        assertThat(result.notes()).anyMatch(note -> note.contains("was killed"));
        assertThat(result.notes()).anyMatch(note -> note.contains("does not report its own usage"));
        Metrics metrics = result.metrics().orElseThrow();
        assertThat(metrics.switchesOfLivingOnly()).isTrue();
        assertThat(metrics.switchesPerRequest()).isPositive();
        assertThat(metrics.cpuMicrosPerRequest()).isPositive();
    }

    @Test
    void aSubjectThatLacksAnAbilityIsLeftOutVisibly() throws InterruptedException {
        Subject other = new Subject("other", TestPaths.launch(TestSubject.class), List.of(), List.of(), Set.of("http"));
        Failure failure = failure(run(other, SETUP));
        assertThat(failure.cause()).isEqualTo("left out: other does not offer echo");
        assertThat(phases).isEmpty();
    }

    @Test
    void moreConnectionsThanDescriptorsAreRefusedBeforeAnythingStarts() throws InterruptedException {
        Cell huge = TestData.workload()
                .cells(Length.QUICK, Map.of("connections", List.of("1000000")))
                .getFirst();
        Failure failure = failure(run(huge, TestSubject.subject("echo"), SETUP));
        assertThat(failure.cause()).startsWith("needs 1000200 open descriptors and the limit is ");
        assertThat(phases).isEmpty();
    }

    @Test
    void aBadGeneratorIsAFailedTrialToo() throws InterruptedException {
        assertThat(generator(FakeGenerator.Refuses.class).cause())
                .isEqualTo("the generator refused the plan: plan: no such thing");
        assertThat(generator(FakeGenerator.Dies.class).cause())
                .isEqualTo("the generator ended unasked, exit code 5: out of memory");
        assertThat(generator(FakeGenerator.Hangs.class).cause())
                .startsWith("the generator said nothing of \"warming\" within ");
        assertThat(generator(FakeGenerator.Babbles.class).cause())
                .startsWith("the generator's report cannot be read: ");
    }

    private Failure generator(Class<?> behaviour) throws InterruptedException {
        Setup setup = new Setup(
                SETUP.pinning(),
                SETUP.server(),
                SETUP.generator(),
                FakeGenerator.launch(behaviour),
                Duration.ofSeconds(2),
                Duration.ZERO,
                1);
        return failure(run(TestSubject.subject("echo"), setup));
    }

    private TrialResult run(Subject subject, Setup setup) throws InterruptedException {
        String text = TestData.TINY + "timeout: 500ms\n";
        return run(TestData.workload(text).cells(Length.QUICK, Map.of()).getFirst(), subject, setup);
    }

    private TrialResult run(Cell cell, Subject subject, Setup setup) throws InterruptedException {
        return new Trial(cell, subject, setup, Environment.detect(setup), Probe.open(), phases::add).run();
    }

    private static Failure failure(TrialResult result) {
        Failure failure = result.failure();
        assertThat(failure).isNotNull();
        assertThat(result.succeeded()).isFalse();
        return Objects.requireNonNull(failure);
    }
}
