package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.load.ErrorKind;
import dev.gearbox.load.Latencies;
import dev.gearbox.load.LoadReport;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class MetricsTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void dividesWhatTheSubjectUsedInItsOwnWindowByTheRateOfTheUsers() {
        // The subject answered late: its own figures span 2 s, the users' window 1 s.
        Reading before = reading(process(0, 0, 0, 0), new Usage(10 * SECOND, 1_000_000, 500_000, 40, 2));
        Reading after = reading(
                process(SECOND, 9_000_000, 9_000_000, 900), new Usage(12 * SECOND, 2_000_000, 900_000, 840, 202));
        Metrics metrics = Metrics.derive(report(1_000), before, after);
        assertThat(metrics.requestsPerSecond()).isEqualTo(1_000);
        assertThat(metrics.userMicrosPerRequest()).isCloseTo(500, within(1e-9));
        assertThat(metrics.systemMicrosPerRequest()).isCloseTo(200, within(1e-9));
        assertThat(metrics.cpuMicrosPerRequest()).isCloseTo(700, within(1e-9));
        assertThat(metrics.switchesPerRequest()).isCloseTo(0.5, within(1e-9));
        assertThat(metrics.switchesOfLivingOnly()).isFalse();
        assertThat(metrics.cores()).isCloseTo(0.7, within(1e-9));
    }

    @Test
    void withoutTheSubjectsOwnFiguresItTakesThoseFromOutside() {
        Metrics metrics = Metrics.derive(
                report(1_000),
                reading(process(0, 0, 0, 100), null),
                reading(process(2 * SECOND, 1_000_000, 400_000, 300), null));
        assertThat(metrics.userMicrosPerRequest()).isCloseTo(500, within(1e-9));
        assertThat(metrics.systemMicrosPerRequest()).isCloseTo(200, within(1e-9));
        assertThat(metrics.switchesPerRequest()).isCloseTo(0.2, within(1e-9)); // voluntary and involuntary
        assertThat(metrics.switchesOfLivingOnly()).isTrue();
    }

    @Test
    void switchesThatWereNotReadOrWentBackwardsAreNotKnown() {
        assertThat(Metrics.derive(
                                report(1),
                                reading(process(0, 0, 0, -1), null),
                                reading(process(SECOND, 1, 1, -1), null))
                        .switchesPerRequest())
                .isNaN();
        assertThat(Metrics.derive(
                                report(1),
                                reading(process(0, 0, 0, 50), null),
                                reading(process(SECOND, 1, 1, 10), null))
                        .switchesPerRequest())
                .isNaN();
    }

    @Test
    void takesTheRestAsItWasSeen() {
        Metrics metrics = Metrics.derive(
                report(1_000), reading(process(0, 0, 0, 0), null), reading(process(2 * SECOND, 100, 100, 0), null));
        assertThat(metrics.p50Micros()).isCloseTo(50, within(0.1));
        assertThat(metrics.p90Micros()).isCloseTo(90, within(0.1));
        assertThat(metrics.p99Micros()).isCloseTo(99, within(0.1));
        assertThat(metrics.connectsPerSecond()).isEqualTo(30);
        assertThat(metrics.connectP50Micros()).isCloseTo(500, within(1.0));
        assertThat(metrics.threads()).isEqualTo(17);
        assertThat(metrics.residentMiB()).isEqualTo(64);
        assertThat(metrics.descriptors()).isEqualTo(23);
        assertThat(metrics.connections()).isEqualTo(100);
        assertThat(metrics.waiting()).isEqualTo(95);
        assertThat(metrics.errors()).containsExactly(Map.entry("timeout", 4L)); // not those before the window
        assertThat(metrics.errorCount()).isEqualTo(4);
        assertThat(metrics.foreignCores()).isEqualTo(0);
        assertThat(metrics.valid()).isFalse();
    }

    @Test
    void whereNothingWasAnsweredThereIsNoFigureForEach() {
        Metrics metrics = Metrics.derive(
                report(0), reading(process(0, 0, 0, 0), null), reading(process(SECOND, 10, 10, 10), null));
        assertThat(metrics.requestsPerSecond()).isZero();
        assertThat(metrics.cpuMicrosPerRequest()).isNaN();
        assertThat(metrics.switchesPerRequest()).isNaN();
        assertThat(metrics.p99Micros()).isNaN();
    }

    private static Reading reading(ProcessReading process, @Nullable Usage usage) {
        return new Reading(process, new MachineReading(process.nanos(), 0, 0, 0), usage, null);
    }

    private static ProcessReading process(long nanos, long user, long system, long switches) {
        return new ProcessReading(nanos, user, system, switches, switches, 17, 64L << 20, 23);
    }

    /** Over one second: response times 1 to 100 µs, three connects of 500 µs in 100 ms. */
    private static LoadReport report(long answered) {
        Histogram response = new Histogram(3_600_000_000_000L, 3);
        for (int i = 1; i <= 100 && answered > 0; i++) {
            response.recordValue(i * 1_000L);
        }
        Histogram connect = new Histogram(3_600_000_000_000L, 3);
        connect.recordValueWithCount(500_000, 30);
        Latencies none = Latencies.of(new Histogram(3_600_000_000_000L, 3));
        return new LoadReport(
                Duration.ofSeconds(1),
                answered,
                answered,
                0,
                0,
                30,
                100,
                95,
                answered,
                answered,
                Map.of(
                        ErrorKind.TIMEOUT, new LoadReport.Errors(4, 1, "late"),
                        ErrorKind.RESET, new LoadReport.Errors(0, 7, "gone")),
                Latencies.of(response),
                none,
                none,
                none,
                Latencies.of(connect),
                none,
                new LoadReport.Effort(0.1, 0.8, 0.1, 0, "", 1),
                false,
                List.of("late"),
                Map.of());
    }
}
