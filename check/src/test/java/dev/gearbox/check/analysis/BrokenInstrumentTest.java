package dev.gearbox.check.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.instrument.ArrivalsCheck;
import dev.gearbox.check.instrument.ClockCheck;
import dev.gearbox.check.instrument.MergeCheck;
import dev.gearbox.check.instrument.RateSearchCheck;
import dev.gearbox.check.instrument.ReplayCheck;
import dev.gearbox.check.instrument.StallReplay;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.stats.ArticlesMethod;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Interval;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A self-test must be able to fail: every cheap check is run on an instrument that is broken in a likely way. */
class BrokenInstrumentTest {
    private static final ArrivalsCheck.ScheduleUnderTest CLOCKWORK =
            (perSecond, seed, count) -> IntStream.rangeClosed(1, count)
                    .mapToLong(i -> Math.round(i * 1e9 / perSecond))
                    .toArray();

    @TempDir
    Path scratch;

    @Test
    void aClockThatGoesBackOnce() throws Exception {
        AtomicLong reads = new AtomicLong();
        fails(new ClockCheck(() -> {
            long read = reads.incrementAndGet();
            return read == 1_000_000 ? read - 2 : read;
        }));
    }

    @Test
    void aSlowClock() {
        assertThat(ClockCheck.Source.judge("tsc", 30).passed()).isTrue();
        assertThat(ClockCheck.Source.judge("acpi_pm", 30).passed()).isFalse();
        assertThat(ClockCheck.Source.judge("tsc", 700).passed()).isFalse();
    }

    @Test
    void evenlySpacedArrivals() throws Exception {
        fails(new ArrivalsCheck(CLOCKWORK));
        fails(new ReplayCheck(CLOCKWORK));
    }

    @Test
    void arrivalsInPairs() throws Exception {
        fails(new ArrivalsCheck((perSecond, seed, count) -> {
            long[] times = ArrivalsCheck.REAL.times(perSecond / 2, seed, count);
            return IntStream.range(0, count)
                    .mapToLong(i -> times[i / 2] + i % 2)
                    .toArray();
        }));
    }

    @Test
    void arrivalsThatIgnoreTheSeed() throws Exception {
        fails(new ArrivalsCheck((perSecond, seed, count) -> ArrivalsCheck.REAL.times(perSecond, 1, count)));
    }

    @Test
    void arrivalsThatNoSeedRepeats() throws Exception {
        AtomicLong other = new AtomicLong();
        fails(new ArrivalsCheck(
                (perSecond, seed, count) -> ArrivalsCheck.REAL.times(perSecond, other.incrementAndGet(), count)));
    }

    @Test
    void timesFromTheWriteOn() throws Exception {
        fails(new StallReplay((intended, wrote) -> wrote));
    }

    @Test
    void slicesPooledAsIfIndependent() throws Exception {
        fails(new FalseAlarms(BrokenInstrumentTest::pooled));
    }

    @Test
    void anAnalysisThatIsNeverSure() throws Exception {
        Analyst cautious = (evidence, arm) -> {
            Analyst.ArmContrast contrast = Analyst.REAL.compare(evidence, arm);
            return new Analyst.ArmContrast(contrast.logRatio(), contrast.low(), contrast.high(), false);
        };
        fails(new FalseAlarms(cautious));
        fails(new DetectionCheck(cautious));
    }

    @Test
    void anAnalysisThatFavoursTheBaseline() throws Exception {
        Analyst biased = (evidence, arm) -> {
            Analyst.ArmContrast fair = Analyst.REAL.compare(evidence, arm);
            return new Analyst.ArmContrast(
                    fair.logRatio() + 0.02, fair.low() + 0.02, fair.high() + 0.02, fair.different());
        };
        fails(new LabelSwap(biased));
        fails(new DetectionCheck(biased));
    }

    @Test
    void averagesOfPercentiles() throws Exception {
        fails(new MergeCheck(slices -> {
            Histogram averages = TimeHistograms.empty();
            for (double percentile = 0.5; percentile < 100; percentile += 0.1) {
                double at = percentile;
                averages.recordValue((long) slices.stream()
                        .mapToLong(
                                slice -> slice.of(TimeHistograms.Kind.RESPONSE).getValueAtPercentile(at))
                        .average()
                        .orElseThrow());
            }
            return averages;
        }));
    }

    @Test
    void aBisectionThatBelievesEveryTrial() throws Exception {
        fails(new RateSearchCheck((server, least, most) -> {
            double low = least;
            double high = most;
            int trials = 0;
            for (; high / low > 1.02; trials++) {
                double middle = Math.sqrt(low * high);
                if (server.bad(middle)) {
                    high = middle;
                } else {
                    low = middle;
                }
            }
            return new RateSearchCheck.Bounds(low, high, trials);
        }));
    }

    @Test
    void aCapacityModelWithoutCoherency() throws Exception {
        fails(new CapacityModelCheck((loads, throughputs) -> {
            CapacityModelCheck.FittedIntervals whole = CapacityModelCheck.REAL.of(loads, throughputs);
            return new CapacityModelCheck.FittedIntervals(whole.contention(), new Interval(0, 0, 0.95), whole.single());
        }));
    }

    @Test
    void aCapacityModelThatIsTooSure() throws Exception {
        fails(new CapacityModelCheck((loads, throughputs) -> {
            CapacityModelCheck.FittedIntervals fitted = CapacityModelCheck.REAL.of(loads, throughputs);
            // The normal quantile in place of Student's with 6 degrees of freedom.
            double factor = 1.960 / 2.447;
            return new CapacityModelCheck.FittedIntervals(
                    narrower(fitted.contention(), factor),
                    narrower(fitted.coherency(), factor),
                    narrower(fitted.single(), factor));
        }));
    }

    private static Interval narrower(Interval interval, double factor) {
        double middle = (interval.low() + interval.high()) / 2;
        double half = factor * interval.halfWidth();
        return new Interval(middle - half, middle + half, interval.confidence());
    }

    @Test
    void aHistoryThatSeesNothingOrEverything() throws Exception {
        fails(new ChangePointCheck(series -> List.of()));
        fails(new ChangePointCheck(series ->
                IntStream.range(0, series.length / 10).mapToObj(i -> i * 10).toList()));
    }

    @Test
    void anAnalysisThatRemembersTheTime() throws Exception {
        AtomicLong time = new AtomicLong();
        fails(new Determinism(evidence -> List.of(evidence.forks().size(), time.incrementAndGet())));
    }

    @Test
    void aMachineOnWhichTheArticlesMethodWorks() throws Exception {
        fails(new ArticlesMethodCheck(new ArticlesMethod(24, 0.4, 0)));
    }

    private void fails(Check check) throws IOException, InterruptedException {
        CheckOutcome outcome = check.run(new Context(ChildSetup.detect(42), scratch, 42));

        assertThat(outcome.kind()).as(outcome.figure()).isEqualTo(CheckOutcome.Kind.FAILED);
        assertThat(outcome.figure()).contains("(wrong)");
    }

    /** Student's t over all blocks of all forks. */
    private static Analyst.ArmContrast pooled(Evidence evidence, String arm) {
        List<Double> differences = new ArrayList<>();
        for (Evidence.Fork fork : evidence.forks()) {
            double[] logs = new double[evidence.experiment().design().blocks()];
            for (Slice slice : fork.slices()) {
                double log = Math.log(slice.cost().cpuMicros());
                logs[slice.block() - 1] += slice.arm().equals(arm) ? log : -log;
            }
            Arrays.stream(logs).forEach(differences::add);
        }
        Estimate estimate = Estimate.of(
                differences.stream().mapToDouble(Double::doubleValue).toArray());
        return new Analyst.ArmContrast(estimate.mean(), -1, 1, estimate.p() < 0.05);
    }
}
