package dev.gearbox.studies.echoserver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.Workload;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Step;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A window counts whole rounds of its users, or so many that a part of one does not matter. */
class WindowsTest {
    /**
     * A window of 0.9 s, of users whose rounds take a second, with 0.1 s of lead before it, has in each slice the same nine tenths of their rounds: 2,000 users
     * made 2,185 rounds a second.
     */
    @ParameterizedTest
    @MethodSource("dev.gearbox.studies.echoserver.WorkloadsTest#workloads")
    void windowsHoldWholePausesOfUsersWhoPauseForAsLong(Workload workload) {
        for (Length length : Length.values()) {
            for (Cell cell : WorkloadsTest.served(workload, length)) {
                long window = Math.max(900, cell.slice().toMillis());
                if (cell.arrivals() instanceof Arrivals.Closed) {
                    pauses(cell.script().steps())
                            .filter(pause -> pause >= window / 10)
                            .forEach(pause -> assertThat(window % pause)
                                    .as(cell.label() + ": " + window + " ms and pauses of " + pause)
                                    .isZero());
                }
            }
        }
    }

    /** Users whose requests take equally long are answered in bursts. With twenty of them in a window one more or less is a twentieth. */
    @ParameterizedTest
    @MethodSource("dev.gearbox.studies.echoserver.WorkloadsTest#workloads")
    void windowsHoldTwentyAnswersOfHandlersThatTakeLong(Workload workload) {
        Pattern busy = Pattern.compile("busy\\?millis=(\\d+)");
        for (Length length : Length.values()) {
            for (Cell cell : WorkloadsTest.served(workload, length)) {
                Matcher handler = busy.matcher(cell.protocol());
                if (handler.find()) {
                    assertThat(cell.slice().toMillis())
                            .as(cell.label())
                            .isGreaterThanOrEqualTo(20 * Long.parseLong(handler.group(1)));
                }
            }
        }
    }

    /** In ms, of what a user repeats; not those of a phase, which begins at other times than its pauses. */
    private static Stream<Long> pauses(List<Step> steps) {
        return steps.stream().flatMap(step -> switch (step) {
            case Step.Pause pause -> Stream.of(pause.mean().toMillis());
            case Step.Repeat repeat -> pauses(repeat.steps());
            case Step.RepeatFor _, Step.Connect _, Step.Send _, Step.Expect _, Step.Close _, Step.Abort _ ->
                Stream.of();
        });
    }
}
