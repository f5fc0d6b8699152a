package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.check.statistics.AndersonDarling;
import dev.gearbox.load.plan.Arrivals;
import java.util.Arrays;
import org.apache.commons.statistics.distribution.ExponentialDistribution;
import org.apache.commons.statistics.inference.KolmogorovSmirnovTest;

/**
 * IT-3: independent users arrive in a Poisson process. Evenly spaced or bunched arrivals meet shorter or longer queues at the same rate, so the whole
 * table of times would be different.
 */
public record ArrivalsCheck(ScheduleUnderTest schedule) implements Check {
    /** A schedule under test: the intended start times of requests, in ns from the beginning. */
    @FunctionalInterface
    public interface ScheduleUnderTest {
        long[] times(double perSecond, long seed, int count);
    }

    /** The instrument's own schedule. */
    public static final ScheduleUnderTest REAL =
            (perSecond, seed, count) -> new Arrivals.Poisson(perSecond, 1).times(seed, count);

    private static final double PER_SECOND = 5_000;
    private static final int GAPS = 20_000;

    /** Enough counts of 10 ms that their dispersion is known to one per cent. */
    private static final int BINS = 20_000;

    private static final long BIN = 10_000_000;
    private static final double LEAST_P = 0.001;

    @Override
    public String id() {
        return "IT-3";
    }

    @Override
    public String title() {
        return "arrivals are a Poisson process";
    }

    @Override
    public String mark() {
        return "p > 0.001 twice, dispersion 0.95 to 1.05, same seed same times";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        long[] times = schedule.times(PER_SECOND, context.seed(), (int) (PER_SECOND * BINS * BIN / 1e9));
        double[] gaps = gaps(times);
        double anderson = AndersonDarling.p(gaps, 1e9 / PER_SECOND);
        double kolmogorov = KolmogorovSmirnovTest.withDefaults()
                .test(gaps, ExponentialDistribution.of(1e9 / PER_SECOND)::cumulativeProbability)
                .getPValue();
        double dispersion = dispersion(times);
        boolean again = Arrays.equals(times, schedule.times(PER_SECOND, context.seed(), times.length));
        boolean other = !Arrays.equals(times, schedule.times(PER_SECOND, context.seed() + 1, times.length));
        return new Tally()
                .need(anderson > LEAST_P, "Anderson-Darling p %.3f", anderson)
                .need(kolmogorov > LEAST_P, "Kolmogorov-Smirnov p %.3f", kolmogorov)
                .need(dispersion >= 0.95 && dispersion <= 1.05, "dispersion %.3f", dispersion)
                .need(again, "same seed: %s", again ? "same times" : "other times")
                .need(other, "other seed: %s", other ? "other times" : "same times")
                .outcome();
    }

    private static double[] gaps(long[] times) {
        double[] gaps = new double[GAPS];
        for (int i = 0; i < GAPS; i++) {
            gaps[i] = times[i] - (i == 0 ? 0 : times[i - 1]);
        }
        return gaps;
    }

    /** Returns variance over mean of the counts in each 10 ms: 1 for a Poisson process, 0 for evenly spaced arrivals. */
    private static double dispersion(long[] times) {
        long[] counts = new long[(int) (times[times.length - 1] / BIN)];
        for (long time : times) {
            if (time / BIN < counts.length) {
                counts[(int) (time / BIN)]++;
            }
        }
        double mean = Arrays.stream(counts).average().orElse(Double.NaN);
        double squares = Arrays.stream(counts)
                .mapToDouble(count -> (count - mean) * (count - mean))
                .sum();
        return squares / (counts.length - 1) / mean;
    }
}
