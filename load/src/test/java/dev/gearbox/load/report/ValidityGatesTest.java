package dev.gearbox.load.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.plan.SlicePlan;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ValidityGatesTest {
    private static Latencies all(long nanos) {
        var histogram = Latencies.recorder();
        histogram.recordValueWithCount(nanos, 1_000);
        return Latencies.of(histogram);
    }

    private static LoadReport.GeneratorUsage effort(double work, long collections, double away, long compiled) {
        return new LoadReport.GeneratorUsage(work, 0, 0, collections, "", 1, away, compiled, true, "", "");
    }

    private static final LoadReport.GeneratorUsage NONE = effort(0, 0, 0, 0);

    private static List<String> reasons(
            long lag, long response, double masked, long late, LoadReport.GeneratorUsage effort) {
        return ValidityGates.reasons(all(lag), all(response), masked, late, 1_000, effort);
    }

    @Test
    void justInsideEveryGateIsValid() {
        assertThat(reasons(49_900, 100_000, 0.05, 10, effort(0.7, 0, 0.05, 5))).isEmpty();
        assertThat(reasons(990_000, 10_000_000, 0, 0, NONE))
                .as("10 %% of a slow response")
                .isEmpty();
    }

    @Test
    void anAgreedBeginningMayBeMissedByHalfTheLead() {
        var slice = new SlicePlan(1, Duration.ofMillis(100), Duration.ofSeconds(1), OptionalDouble.empty());
        assertThat(ValidityGates.late(slice, 50_000_000)).isEmpty();
        assertThat(ValidityGates.late(slice, 51_000_000))
                .contains("began 51.0 ms after the agreed moment, allowed 50.0 ms (1 ms or half the lead)");
        var abrupt = new SlicePlan(1, Duration.ZERO, Duration.ofSeconds(1), OptionalDouble.empty());
        assertThat(ValidityGates.late(abrupt, 1_000_000)).isEmpty();
        assertThat(ValidityGates.late(abrupt, 1_100_000)).isPresent();
    }

    @Test
    void stallsInTheTimesMustBeShortBesideThem() {
        assertThat(ValidityGates.neglected(1_990_000, all(100_000_000))).isEmpty();
        assertThat(ValidityGates.neglected(2_100_000, all(100_000_000)))
                .contains("stalls of up to 2,100 us are in its times, allowed 2,000 us (2 % of response p50)");
        assertThat(ValidityGates.neglected(2_100_000, Latencies.of(Latencies.recorder())))
                .as("no times")
                .isEmpty();
    }

    @Test
    void eachGateHasItsReasonWithFigures() {
        assertThat(reasons(60_000, 100_000, 0, 0, NONE))
                .containsExactly("lag p99 60 us, allowed 50 us (50 us or 10 % of response p50)");
        assertThat(reasons(1_200_000, 10_000_000, 0, 0, NONE))
                .singleElement()
                .asString()
                .startsWith("lag p99 1,2");
        assertThat(reasons(0, 0, 0.051, 0, NONE))
                .containsExactly("its own stalls affected 5.1 % of the requests, allowed 5 %");
        assertThat(reasons(0, 0, 0, 11, NONE))
                .containsExactly("11 of 1,000 requests left after the window although they could have left in it");
        assertThat(reasons(0, 0, 0, 0, effort(0.71, 0, 0, 0))).containsExactly("worked 71 % of the time, allowed 70 %");
        assertThat(reasons(0, 0, 0, 0, effort(0, 2, 0, 0))).containsExactly("2 garbage collections in the window");
        assertThat(reasons(0, 0, 0, 0, effort(0, 0, 0, 6)))
                .containsExactly("its JVM compiled for 6 ms in the window, allowed 5 ms");
        assertThat(reasons(0, 0, 0, 0, effort(0, 0, 0.06, 0)))
                .containsExactly("kept off its core for 6.0 % of the time, allowed 5 %");
    }
}
