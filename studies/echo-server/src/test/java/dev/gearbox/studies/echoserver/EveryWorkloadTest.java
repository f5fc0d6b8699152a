package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.MemoryCell;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Real engines in separate JVMs, each workload once and briefly: tests that they work together, not how fast. */
@Tag("deep")
@Timeout(600)
class EveryWorkloadTest {
    /** Workloads in the build; the deep stage runs all. */
    private static final int DRAWN = 4;

    static List<String> workloads() {
        return SeededSample.of(
                List.of(
                        "ping",
                        "ping-closed",
                        "hello-bye",
                        "hello-bye-persistent",
                        "hello-abort",
                        "connect-echo-close",
                        "churn",
                        "bulk",
                        "idle",
                        "mixed",
                        "busy-handler",
                        "container",
                        "low-load",
                        "phases",
                        "page",
                        "accept-queue",
                        "exhausted",
                        "once",
                        "beside-large",
                        "slow-peers",
                        "slow-requests",
                        "bursts",
                        "idle-timeout",
                        "polling"),
                DRAWN,
                Contract.seed());
    }

    @ParameterizedTest
    @MethodSource("workloads")
    void everyWorkloadRunsWithoutAnError(String name) throws Exception {
        int millis = 700;
        Optional<SingleRun.Result> result = run(brief(name, millis), EchoServer.engine("selector"));
        // A busy machine may not answer that soon.
        while (result.isEmpty() && millis < 60_000) {
            millis *= 4;
            result = run(brief(name, millis), EchoServer.engine("selector"));
        }
        assertThat(result).as(name).isPresent();
        assertThat(result.get().slice().traffic().errors()).as(name).isEmpty();
    }

    @Test
    void theStampSaysWhatRuns() throws Exception {
        SingleRun.Result result = run(brief("ping", 700), EchoServer.engine("reactors?threads=2", Optional.of("2")))
                .orElseThrow();
        assertThat(String.valueOf(result.stamp()))
                .contains(
                        "\"engine\":\"reactors?threads=2\"",
                        "\"protocol\":\"echo\"",
                        "\"offload\":\"2\"",
                        "\"backend\":");
        assertThat(String.valueOf(result.stats())).contains("\"acceptNanos\":", "\"offloadedSessions\":4");
    }

    @Test
    void anEngineThatDoesNotExistIsAFailureThatNamesTheNearest() {
        Subject good = EchoServer.engine("selector");
        Subject bad = new Subject("bad", good.launch(), List.of("--engine", "selctor"), List.of(), good.abilities());
        assertThatThrownBy(() -> run(brief("ping", 700), bad))
                .isInstanceOf(LabException.class)
                .hasMessageStartingWith("bad ended before it was ready, exit code 2: ")
                .hasMessageContaining("Did you mean selector");
    }

    /** Returns empty if nothing was answered. */
    private static Optional<SingleRun.Result> run(Brief brief, Subject subject) throws InterruptedException {
        Cell cell = brief.cell();
        try {
            return Optional.of(
                    SingleRun.open(ChildSetup.detect(1).unoptimized()).run(cell, subject));
        } catch (LabException failed) {
            if (String.valueOf(failed.getMessage()).startsWith("no request was answered")) {
                return Optional.empty();
            }
            throw failed;
        }
    }

    private static Map<String, List<String>> few(Workload workload) {
        Map<String, List<String>> values = Map.of(
                "connections",
                List.of("4"),
                "quiet",
                List.of("5", "50"),
                "bytes",
                List.of("65536"),
                "phase",
                List.of("100ms"));
        return Stream.of("connections", "quiet", "bytes", "phase")
                .filter(workload.axes()::containsKey)
                .collect(java.util.stream.Collectors.toMap(axis -> axis, axis -> values.getOrDefault(axis, List.of())));
    }

    /** Runs a workload briefly. */
    private record Brief(Workload workload, int millis) {
        Cell cell() {
            return switch (workload.cells(Length.QUICK, few(workload)).getFirst()) {
                case Cell cell -> cell;
                case MemoryCell memory -> memory.largest().during(Duration.ofMillis(200), Duration.ofMillis(millis));
                case JobCell job -> throw new AssertionError(job.label());
            };
        }
    }

    /** Returns the workload's own file with short durations. */
    private static Brief brief(String name, int millis) throws IOException {
        String text = Files.readString(Path.of("workloads", name + ".yaml"))
                .replaceAll(
                        "quick: \\{warm-up: \\w+, measure: \\w+", "quick: {warm-up: 200ms, measure: " + millis + "ms")
                .replace("pause: 1s", "pause: 50ms")
                .replace("millis=500", "millis=50");
        return new Brief(
                Workload.decode(name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))), millis);
    }
}
