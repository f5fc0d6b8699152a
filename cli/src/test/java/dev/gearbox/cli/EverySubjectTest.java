package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Failure;
import dev.gearbox.lab.Lab;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Progress;
import dev.gearbox.lab.ResultFiles;
import dev.gearbox.lab.Setup;
import dev.gearbox.lab.Subject;
import dev.gearbox.lab.TrialResult;
import dev.gearbox.studies.echoserver.EchoServer;
import dev.gearbox.testkit.Contract;
import dev.gearbox.testkit.Sample;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each subject that takes part by default answers a moment of ping through the real trial. */
@Tag("deep")
final class EverySubjectTest {
    private static final int DRAWN = 8;
    private static final Duration SHORTEST = Duration.ofMillis(200);
    /** A machine that is busy with other things may not answer within the shortest. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private static final Cell PING = EchoServer.study()
            .workload("ping")
            .cells(Length.QUICK, Map.of("connections", List.of("2")))
            .getFirst();

    /** A sample, drawn by a seed; with -Dgearbox.deep all, or those of the models that -Dgearbox.engine names. */
    static Stream<String> subjects() {
        long seed = Contract.seed();
        System.out.println("subjects: -Dgearbox.seed=" + seed);
        List<String> wanted = Stream.of(System.getProperty("gearbox.engine", "").split(",", -1))
                .filter(name -> !name.isEmpty())
                .toList();
        List<String> all = Lineup.subjects(PING, List.of(), Optional.empty()).stream()
                .map(Subject::label)
                .filter(label -> wanted.isEmpty() || wanted.contains(label.split("\\?", 2)[0]))
                .toList();
        return Sample.of(all, DRAWN, seed).stream();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    @Timeout(600)
    void serves_a_moment_of_ping_without_error(String label, @TempDir Path folder) throws InterruptedException {
        Duration measured = SHORTEST;
        TrialResult result = trial(label, measured, folder);
        while (isTooShort(result) && measured.compareTo(LONGEST) < 0) {
            measured = measured.multipliedBy(4);
            result = trial(label, measured, folder);
        }
        assertThat(result.failure()).as(label).isNull();
        assertThat(Objects.requireNonNull(result.stamp()).path("engine").asString())
                .isEqualTo(label);
        assertThat(Objects.requireNonNull(result.report()).answered()).as(label).isPositive();
        assertThat(result.metrics().orElseThrow().errors()).as(label).isEmpty();
        assertThat(result.metrics().orElseThrow().cpuMicrosPerRequest())
                .as(label)
                .isPositive();
    }

    /** Nothing was answered, or so little that the system's count of processor time has not moved. */
    private static boolean isTooShort(TrialResult result) {
        Failure failure = result.failure();
        return failure != null
                ? failure.cause().startsWith("no request was answered")
                : result.metrics().orElseThrow().cpuMicrosPerRequest() <= 0;
    }

    private static TrialResult trial(String label, Duration measured, Path folder) throws InterruptedException {
        List<Subject> subject = Lineup.subjects(PING, List.of(label), Optional.empty());
        return Lab.open(Setup.detect(42))
                .run(
                        List.of(PING.during(Duration.ofMillis(50), measured)),
                        subject,
                        ResultFiles.create(folder, "smoke"),
                        Progress.SILENT)
                .getFirst();
    }
}
