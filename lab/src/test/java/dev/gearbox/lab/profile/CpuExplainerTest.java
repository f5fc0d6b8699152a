package dev.gearbox.lab.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.probe.SystemCalls;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.TestData;
import dev.gearbox.lab.workload.TestSubject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real child processes, really profiled: a subject that burns 100 µs for each request in a known method. */
class CpuExplainerTest {
    private static final ChildSetup SETUP = ChildSetup.detect(1);
    private static final Duration WINDOW = Duration.ofSeconds(1);

    @TempDir
    Path folder;

    @AfterEach
    void nothingIsLeftRunning() {
        assertThat(ProcessHandle.current().children().filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    @Test
    void findsWhereTheTimeGoes() throws InterruptedException, IOException {
        Causes burns = explained("burns", CpuExplainerTest::mostlyBurns);
        Causes echo = explained("echo", causes -> !causes.microsPerRequest().isEmpty());

        Map<String, Double> micros = burns.microsPerRequest();
        assertThat(micros.values().stream().mapToDouble(Double::doubleValue).sum())
                .isCloseTo(burns.cpuMicrosPerRequest(), within(1e-6));
        assertThat(burns.cpuMicrosPerRequest()).isGreaterThan(90);
        assertThat(micros.get("other Java code")).isGreaterThan(burns.cpuMicrosPerRequest() / 2);
        Causes.Difference largest = Causes.difference(echo, burns).getFirst();
        assertThat(largest.category()).isEqualTo("other Java code");
        assertThat(largest.difference()).isPositive();

        String flames = Files.readString(folder.resolve("flame-burns.html"));
        assertThat(flames).contains("burn");
        assertThat(folder.resolve("stacks-burns.txt")).content().contains("dev/gearbox/lab/workload/TestSubject.burn");
        assertThat(flames).doesNotContainPattern("(?i)(src|href)\\s*=\\s*[\"'](?!https://github.com/async-profiler)");

        assertThat(burns.counts().allocatedBytes()).isNotNull();
        assertThat(Objects.requireNonNull(burns.events()).pinned()).isZero();
        switch (echo.systemCalls()) {
            case SystemCalls.Counted counted -> {
                assertThat(counted.window()).isGreaterThan(WINDOW.dividedBy(2));
                assertThat(echo.systemCallsPerRequest().get("read")).isBetween(0.9, 1.2);
                assertThat(echo.systemCallsPerRequest().get("write")).isBetween(0.9, 1.2);
                assertThat(echo.systemCallsPerRequest().get("total")).isGreaterThan(1.8);
            }
            case SystemCalls.Unavailable(String reason) -> assertThat(reason).isNotBlank();
        }

        assertThat(CpuExplainer.read(folder.resolve("causes-burns.json"))).isEqualTo(burns);
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted())
                    .containsExactly(
                            "causes-burns.json",
                            "causes-echo.json",
                            "flame-burns.html",
                            "flame-echo.html",
                            "stacks-burns.txt",
                            "stacks-echo.txt");
        }
    }

    @Test
    void aSubjectThatAnswersNothingIsExplainedFromOutside() throws InterruptedException {
        Causes causes = explainAMuteOne(Duration.ofSeconds(2));
        assertThat(causes.events()).isNull();
        assertThat(causes.counts().allocatedBytes()).isNull();
        assertThat(causes.notes()).anyMatch(note -> note.contains("flight recorder"));
        assertThat(causes.profile()).isInstanceOf(Profile.Taken.class);
    }

    /** How long the test waits for the subject and for each of its answers, with more patience if it starts late. */
    private Causes explainAMuteOne(Duration patience) throws InterruptedException {
        try {
            return CpuExplainer.open(SETUP.withPatience(patience))
                    .run(cell(), TestSubject.subject("ignores-end-of-input"), folder, WINDOW);
        } catch (LabException failed) {
            if (String.valueOf(failed.getMessage()).contains(" was not ready within ")) {
                return explainAMuteOne(patience.multipliedBy(4));
            }
            throw failed;
        }
    }

    private static boolean mostlyBurns(Causes causes) {
        return causes.microsPerRequest().getOrDefault("other Java code", 0.0) > causes.cpuMicrosPerRequest() / 2;
    }

    /** On a busy machine a second may pass without a sample, or with few requests beside what the JVM does at its start: then a longer window is profiled. */
    private Causes explained(String behaviour, Predicate<Causes> clear) throws InterruptedException {
        Duration window = WINDOW;
        Causes causes = CpuExplainer.open(SETUP).run(cell(), TestSubject.subject(behaviour), folder, window);
        while (!clear.test(causes) && window.compareTo(WINDOW.multipliedBy(16)) < 0) {
            window = window.multipliedBy(4);
            causes = CpuExplainer.open(SETUP).run(cell(), TestSubject.subject(behaviour), folder, window);
        }
        return causes;
    }

    @Test
    void aSubjectThatFailsCannotBeExplained() {
        assertThatThrownBy(() ->
                        CpuExplainer.open(SETUP).run(cell(), TestSubject.subject("dies-at-start"), folder, WINDOW))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith(
                        "cannot explain dies-at-start: dies-at-start ended before it was ready, exit code 3: ")
                .hasMessageContaining("no such engine");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFileOfSomethingElseIsRefused() throws IOException {
        Path file = Files.writeString(folder.resolve("causes-x.json"), "{\"format\":7}");
        assertThatThrownBy(() -> CpuExplainer.read(file))
                .isInstanceOf(LabException.class)
                .hasMessageContaining("format 7");
    }

    private static Cell cell() {
        return TestData.workload()
                .cells(Length.QUICK, Map.of("connections", List.of("8")))
                .getFirst();
    }
}
