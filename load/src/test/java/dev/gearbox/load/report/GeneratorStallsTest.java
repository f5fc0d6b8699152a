package dev.gearbox.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Brief stalls of the generator do not distort what is measured: simulated requests whose true times are known, and stalls as long as may be. */
final class GeneratorStallsTest {
    private static final long MILLI = 1_000_000;

    private static Latencies all(int count, long nanos) {
        var histogram = Latencies.recorder();
        histogram.recordValueWithCount(nanos, count);
        return Latencies.of(histogram);
    }

    @Test
    void stallsAreBriefComparedWithTheMedian() {
        Latencies none = all(0, MILLI);
        Latencies affected = all(200, 200 * MILLI);
        Latencies others = all(800, 200 * MILLI);
        assertThat(new GeneratorStalls(0, 0, none, others).brief()).isTrue();
        assertThat(new GeneratorStalls(5 * MILLI - 100_000, 1_990 * MILLI, affected, others).brief())
                .isTrue();
        assertThat(new GeneratorStalls(5 * MILLI + 100_000, 0, affected, others).brief())
                .as("a single time may be wrong by 5 %%")
                .isFalse();
        assertThat(new GeneratorStalls(5 * MILLI - 100_000, 2_010 * MILLI, affected, others).brief())
                .as("the mean may be wrong by 1 %%")
                .isFalse();
        assertThat(new GeneratorStalls(200_000, 0, all(10, MILLI), all(990, MILLI)).brief())
                .as("short answers")
                .isFalse();
    }

    /** What happens at a moment, to a request. */
    private record Event(long at, int request, boolean answer) {}

    private final Gaps gaps = new Gaps(true);
    private final Recorder recorder = new Recorder(gaps, false);

    /** By how many nanoseconds all measured times together are too long. */
    private long error;

    /**
     * Requests arrive as a Poisson process; the true time of half of them is {@code median} give or take a half, of the others up to four times as long. The
     * generator is away for a share of the time, in stalls of up to {@code longest}.
     *
     * @return the true times
     */
    private Latencies run(double median, double longest, double awayShare, Random random) {
        var truth = Latencies.recorder();
        int requests = 20_000;
        double gap = median / 1_000;
        long[] intended = new long[requests];
        long[] wrote = new long[requests];
        long[] took = new long[requests];
        List<Event> events = new ArrayList<>();
        double at = 0;
        for (int i = 0; i < requests; i++) {
            at -= Math.log(1 - random.nextDouble()) * gap;
            intended[i] = (long) at;
            events.add(new Event(intended[i], i, false));
        }
        var pending = new PriorityQueue<>(Comparator.comparingLong(Event::at));
        pending.addAll(events);
        recorder.window(0, (long) at + 1);
        recorder.open();
        long stallBegins = 0;
        long stallEnds = 0;
        boolean lost = false;
        while (!pending.isEmpty()) {
            Event event = pending.poll();
            while (event.at() >= stallEnds) {
                // The next stall; the loop has caught up with the one before.
                if (lost) {
                    gaps.round(stallEnds, true);
                    gaps.round(stallEnds, true);
                    lost = false;
                }
                double length = longest * random.nextDouble();
                stallBegins = stallEnds + (long) (longest / 2 * (1 / awayShare - 1) * 2 * random.nextDouble());
                stallEnds = stallBegins + (long) length;
            }
            boolean away = event.at() >= stallBegins;
            if (away && !lost) {
                gaps.lost(stallBegins, stallEnds);
                lost = true;
            }
            long now = away ? stallEnds : event.at();
            if (event.answer()) {
                error += now - intended[event.request()] - took[event.request()];
                recorder.answered(intended[event.request()], wrote[event.request()], now, 1);
            } else {
                wrote[event.request()] = now;
                recorder.written(intended[event.request()], intended[event.request()], now, 1);
                double spread = random.nextBoolean() ? 0.5 + random.nextDouble() : 1 + 3 * random.nextDouble();
                took[event.request()] = (long) (median * spread);
                truth.recordValue(took[event.request()]);
                pending.add(new Event(now + took[event.request()], event.request(), true));
            }
        }
        return Latencies.of(truth);
    }

    @ParameterizedTest
    @CsvSource({"200, 5, 0.05", "200, 2.5, 0.1", "200, 1, 0.25", "20, 0.2, 0.1"})
    void briefStallsAreWithinTheErrorThatIsAllowed(double medianMillis, double longestMillis, double away) {
        Latencies truth = run(medianMillis * MILLI, longestMillis * MILLI, away, new Random(42));
        Latencies affected = recorder.stalled();
        Latencies others = recorder.response();
        assertThat(affected.count() + others.count()).isEqualTo(truth.count());
        assertThat(LoadReport.share(affected, others)).isGreaterThan(away);
        GeneratorStalls stalls = recorder.stalls();
        assertThat(stalls.brief()).isTrue();
        Latencies measured = others.plus(affected);
        assertThat(stalls.excess()).as("a bound of the error, and a near one").isBetween(error, 2 * error);
        assertThat(measured.mean() / truth.mean()).isCloseTo(1, within(0.01));
        for (double share : new double[] {0.1, 0.5, 0.9, 0.99}) {
            assertThat((double) measured.quantile(share) / truth.quantile(share))
                    .as("quantile %s", share)
                    .isBetween(0.998, 1.05);
        }
        assertThat(recorder.service().plus(recorder.stalledService()).count()).isEqualTo(truth.count());
    }

    @Test
    void longStallsAreNotBrief() {
        run(200.0 * MILLI, 20.0 * MILLI, 0.1, new Random(42));
        assertThat(recorder.stalls().brief()).isFalse();
    }
}
