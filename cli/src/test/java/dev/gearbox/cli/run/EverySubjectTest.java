package dev.gearbox.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.SingleRun;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.studies.echoserver.EchoServer;
import dev.gearbox.testkit.engine.SeededSample;
import dev.gearbox.testkit.fixture.Contract;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each default subject answers a short ping load in JVMs like those that are measured. */
@Tag("deep")
final class EverySubjectTest {
    private static final int DRAWN = 3;
    private static final Duration SHORTEST = Duration.ofMillis(200);
    /** Window lengths: on a busy machine the shortest may pass without an answer. */
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private static final Cell PING = EchoServer.study()
            .load("ping")
            .cells(Length.QUICK, Map.of("connections", List.of("2")))
            .getFirst();

    /** A sample drawn by a seed; all with -Dgearbox.deep, or those of the models that -Dgearbox.engine names. */
    static Stream<String> subjects() {
        long seed = Contract.seed();
        System.out.println("subjects: -Dgearbox.seed=" + seed);
        List<String> wanted = Stream.of(System.getProperty("gearbox.engine", "").split(",", -1))
                .filter(name -> !name.isEmpty())
                .toList();
        List<String> all = DefaultSubjects.subjects(PING, List.of(), Optional.empty()).stream()
                .map(Subject::label)
                .filter(label -> wanted.isEmpty() || wanted.contains(label.split("\\?", 2)[0]))
                .toList();
        return SeededSample.of(all, DRAWN, seed).stream();
    }

    @ParameterizedTest
    @MethodSource("subjects")
    @Timeout(600)
    void serves_a_moment_of_ping_without_error(String label) throws InterruptedException {
        Duration measured = SHORTEST;
        Optional<SingleRun.Result> result = run(label, measured);
        while (result.isEmpty() && measured.compareTo(LONGEST) < 0) {
            measured = measured.multipliedBy(4);
            result = run(label, measured);
        }
        assertThat(result).as(label).isPresent();
        assertThat(result.get().stamp().path("engine").asString()).isEqualTo(label);
        assertThat(result.get().slice().traffic().errors()).as(label).isEmpty();
    }

    /** Empty if nothing was answered, or too little to increase the system's count of processor time. */
    private static Optional<SingleRun.Result> run(String label, Duration measured) throws InterruptedException {
        Subject subject =
                DefaultSubjects.subjects(PING, List.of(label), Optional.empty()).getFirst();
        try {
            return Optional.of(SingleRun.open(ChildSetup.detect(42).unoptimized())
                            .run(PING.during(Duration.ofMillis(50), measured), subject))
                    .filter(result -> result.slice().cost().cpuMicros() > 0);
        } catch (LabException failed) {
            if (String.valueOf(failed.getMessage()).startsWith("no request was answered")) {
                return Optional.empty();
            }
            throw failed;
        }
    }
}
