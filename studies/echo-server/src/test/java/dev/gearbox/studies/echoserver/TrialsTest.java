package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.Failure;
import dev.gearbox.lab.Lab;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Progress;
import dev.gearbox.lab.ResultFiles;
import dev.gearbox.lab.Setup;
import dev.gearbox.lab.Subject;
import dev.gearbox.lab.TrialResult;
import dev.gearbox.lab.Workload;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real engines in JVMs of their own, each workload once, for a moment: that they work together, not how fast. */
@Timeout(600)
class TrialsTest {
    @TempDir
    Path parent;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ping",
                "ping-closed",
                "hello-bye",
                "hello-bye-persistent",
                "connect-echo-close",
                "churn",
                "bulk",
                "idle",
                "mixed",
                "busy-handler",
                "container",
                "low-load",
                "phases",
                "page"
            })
    void everyWorkloadRunsWithoutAnError(String name) throws Exception {
        int millis = 700;
        TrialResult result = trial(brief(name, millis), EchoServer.engine("selector"));
        // A machine that is busy with other things may not answer that soon.
        while (answeredNothing(result) && millis < 60_000) {
            millis *= 4;
            result = trial(brief(name, millis), EchoServer.engine("selector"));
        }
        assertThat(result.failure()).as(name).isNull();
        assertThat(result.metrics().orElseThrow().errors()).as(name).isEmpty();
    }

    @Test
    void theStampSaysWhatRuns() throws Exception {
        TrialResult result = trial(brief("ping", 700), EchoServer.engine("reactors?threads=2", Optional.of("2")));
        assertThat(result.failure()).isNull();
        assertThat(result.subject()).isEqualTo("reactors?threads=2 + offload(2)");
        assertThat(String.valueOf(result.stamp()))
                .contains(
                        "\"engine\":\"reactors?threads=2\"",
                        "\"protocol\":\"echo\"",
                        "\"offload\":\"2\"",
                        "\"backend\":");
        assertThat(String.valueOf(result.after())).contains("\"acceptNanos\":", "\"offloadedSessions\":4");
    }

    @Test
    void anEngineThatDoesNotExistIsAFailedTrial() throws Exception {
        Subject good = EchoServer.engine("selector");
        Subject bad = new Subject("bad", good.launch(), List.of("--engine", "selctor"), List.of(), good.abilities());
        TrialResult result = trial(brief("ping", 700), bad);
        assertThat(result.failure()).isNotNull().satisfies(failure -> {
            assertThat(failure.cause())
                    .startsWith("bad ended before it was ready, exit code 2: ")
                    .contains("Did you mean selector");
            assertThat(failure.log()).anyMatch(line -> line.contains("Did you mean selector"));
        });
    }

    private static boolean answeredNothing(TrialResult result) {
        Failure failure = result.failure();
        return failure != null && failure.cause().startsWith("no request was answered");
    }

    private TrialResult trial(Workload workload, Subject subject) throws InterruptedException {
        return Lab.open(Setup.detect(1))
                .run(
                        List.of(workload.cells(Length.QUICK, few(workload)).getFirst()),
                        List.of(subject),
                        ResultFiles.create(parent, workload.name()),
                        Progress.SILENT)
                .getFirst();
    }

    private static Map<String, List<String>> few(Workload workload) {
        Map<String, List<String>> values = Map.of(
                "connections",
                List.of("4"),
                "quiet",
                List.of("50"),
                "bytes",
                List.of("65536"),
                "phase",
                List.of("100ms"));
        return Stream.of("connections", "quiet", "bytes", "phase")
                .filter(workload.axes()::containsKey)
                .collect(java.util.stream.Collectors.toMap(axis -> axis, axis -> values.getOrDefault(axis, List.of())));
    }

    /** The workload's own file with short times. */
    private static Workload brief(String name, int millis) throws IOException {
        String text = Files.readString(Path.of("workloads", name + ".yaml"))
                .replaceAll(
                        "quick: \\{warm-up: \\w+, measure: \\w+", "quick: {warm-up: 200ms, measure: " + millis + "ms")
                .replace("pause: 1s", "pause: 50ms")
                .replace("millis=500", "millis=50");
        return Workload.decode(name, new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)));
    }
}
