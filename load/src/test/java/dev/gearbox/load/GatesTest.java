package dev.gearbox.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class GatesTest {
    private static Latencies all(long nanos) {
        var histogram = Latencies.recorder();
        histogram.recordValueWithCount(nanos, 1_000);
        return Latencies.of(histogram);
    }

    private static LoadReport.Effort effort(double work, long collections) {
        return new LoadReport.Effort(work, 0, 0, collections, "", 1);
    }

    private static List<String> reasons(
            long lag, long response, long late, double work, long collections, double away) {
        return Gates.reasons(all(lag), all(response), late, 1_000, effort(work, collections), away);
    }

    @Test
    void justInsideEveryGateIsValid() {
        assertThat(reasons(49_900, 100_000, 10, 0.7, 0, 0.05)).isEmpty();
        assertThat(reasons(990_000, 10_000_000, 0, 0, 0, 0))
                .as("10 %% of a slow response")
                .isEmpty();
    }

    @Test
    void eachGateHasItsReasonWithFigures() {
        assertThat(reasons(60_000, 100_000, 0, 0, 0, 0))
                .containsExactly("lag p99 60 us, allowed 50 us (50 us or 10 % of response p50)");
        assertThat(reasons(1_200_000, 10_000_000, 0, 0, 0, 0))
                .singleElement()
                .asString()
                .startsWith("lag p99 1,2");
        assertThat(reasons(0, 0, 11, 0, 0, 0))
                .containsExactly("11 of 1,000 requests left after the window although they could have left in it");
        assertThat(reasons(0, 0, 0, 0.71, 0, 0)).containsExactly("worked 71 % of the time, allowed 70 %");
        assertThat(reasons(0, 0, 0, 0, 2, 0)).containsExactly("2 garbage collections in the window");
        assertThat(reasons(0, 0, 0, 0, 0, 0.06))
                .containsExactly("kept off its core for 6.0 % of the time, allowed 5 %");
    }
}
