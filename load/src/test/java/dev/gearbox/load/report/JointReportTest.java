package dev.gearbox.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The combined report of several generators equals that of one generator with their total capacity. */
class JointReportTest {
    private static Latencies times(long... nanos) {
        Histogram histogram = Latencies.recorder();
        for (long time : nanos) {
            histogram.recordValue(time);
        }
        return Latencies.of(histogram);
    }

    private static LoadReport report(
            int scale, Latencies times, Map<ErrorKind, LoadReport.Errors> errors, String... why) {
        return new LoadReport(
                Duration.ofMillis(1_000 + scale),
                10L * scale,
                9L * scale,
                scale,
                2L * scale,
                3L * scale,
                4 * scale,
                5 * scale,
                6.5 * scale,
                7.5 * scale,
                errors,
                times,
                times,
                times,
                times,
                times,
                times,
                new LoadReport.GeneratorUsage(
                        0.1 * scale,
                        0.9 - 0.1 * scale,
                        0.05,
                        scale,
                        "spin",
                        16,
                        0.01 * scale,
                        scale,
                        scale > 1,
                        "uring",
                        scale + " in TIME_WAIT"),
                why.length == 0,
                List.of(why),
                Map.of("quiet", new LoadReport.BackgroundReport(scale, 2L * scale, times)));
    }

    @Test
    void countsAndRatesAreSummedAndHistogramsAdded() {
        LoadReport whole = LoadReport.together(List.of(
                report(1, times(1_000, 5_000), Map.of()),
                report(2, times(3_000), Map.of()),
                report(4, times(9_000_000), Map.of())));
        assertThat(whole.started()).isEqualTo(70);
        assertThat(whole.answered()).isEqualTo(63);
        assertThat(whole.censored()).isEqualTo(7);
        assertThat(whole.failed()).isEqualTo(14);
        assertThat(whole.connects()).isEqualTo(21);
        assertThat(whole.connections()).isEqualTo(28);
        assertThat(whole.waiting()).isEqualTo(35);
        assertThat(whole.offeredPerSecond()).isEqualTo(45.5);
        assertThat(whole.answeredPerSecond()).isEqualTo(52.5);
        assertThat(whole.window()).isEqualTo(Duration.ofMillis(1_004));
        Latencies all = times(1_000, 3_000, 5_000, 9_000_000);
        assertThat(List.of(
                        whole.response(),
                        whole.service(),
                        whole.lag(),
                        whole.connWait(),
                        whole.connect(),
                        whole.stalled()))
                .containsOnly(all);
        assertThat(whole.background()).containsExactly(Map.entry("quiet", new LoadReport.BackgroundReport(7, 14, all)));
        assertThat(whole.valid()).isTrue();
    }

    @Test
    void ofTheEffortTheHighestCounts() {
        LoadReport.GeneratorUsage effort = LoadReport.together(
                        List.of(report(1, times(), Map.of()), report(3, times(), Map.of())))
                .effort();
        assertThat(effort.work()).isEqualTo(0.1 * 3);
        assertThat(effort.spin()).isEqualTo(0.9 - 0.1);
        assertThat(effort.collections()).isEqualTo(4);
        assertThat(effort.sources()).isEqualTo(32);
        assertThat(effort.away()).isEqualTo(0.01 * 3);
        assertThat(effort.compiledMillis()).isEqualTo(3);
        assertThat(effort.pacing()).isEqualTo("spin");
        assertThat(effort.masking()).isFalse();
        assertThat(effort.generator()).isEqualTo("uring");
        assertThat(effort.ports()).isEqualTo("1 in TIME_WAIT; 3 in TIME_WAIT");
    }

    @Test
    void errorsAreSummedByKindAndTheFirstSaysWhose() {
        LoadReport whole = LoadReport.together(List.of(
                report(1, times(), Map.of(ErrorKind.RESET, new LoadReport.Errors(1, 2, "connection 5: reset"))),
                report(
                        1,
                        times(),
                        Map.of(
                                ErrorKind.RESET, new LoadReport.Errors(10, 20, "connection 6: reset"),
                                ErrorKind.TIMEOUT, new LoadReport.Errors(0, 7, "connection 7: late")))));
        assertThat(whole.errors())
                .containsOnly(
                        Map.entry(ErrorKind.RESET, new LoadReport.Errors(11, 22, "process 1, connection 5: reset")),
                        Map.entry(ErrorKind.TIMEOUT, new LoadReport.Errors(0, 7, "process 2, connection 7: late")));
    }

    @Test
    void oneThatWasNotFitMakesTheWholeUnfit() {
        LoadReport whole = LoadReport.together(
                List.of(report(1, times(), Map.of()), report(1, times(), Map.of(), "too late", "too busy")));
        assertThat(whole.valid()).isFalse();
        assertThat(whole.reasons()).containsExactly("process 2: too late", "process 2: too busy");
        assertThat(LoadReport.fromJson(whole.toJson())).isEqualTo(whole);
    }

    @Test
    void aSingleOneStaysAsItIs() {
        LoadReport one = report(1, times(3), Map.of(ErrorKind.RESET, new LoadReport.Errors(1, 0, "it")), "unfit");
        assertThat(LoadReport.together(List.of(one))).isSameAs(one);
    }
}
