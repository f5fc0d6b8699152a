package dev.gearbox.load.plan;

import java.util.stream.LongStream;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.ContinuousSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/**
 * The times at which arrivals are due, in nanoseconds from the beginning, strictly increasing. One schedule serves all connections (one for each would
 * make them fire together). It is a pure function of the seed and the index, never "now plus a gap": a generator that falls behind catches up with the
 * schedule and does not change it. The connection of each arrival comes from a separate random stream.
 */
public final class Schedule {
    private final double period;
    private final ContinuousSampler gaps;
    private final UniformRandomProvider choice;
    private double sum;
    private long index;
    private long last = -1;

    private Schedule(double perSecond, ContinuousSampler gaps, UniformRandomProvider choice) {
        this.period = 1e9 / perSecond;
        this.gaps = gaps;
        this.choice = choice;
    }

    /** Returns the schedule of an open loop; a closed loop has none. */
    public static Schedule of(Arrivals arrivals, long seed) {
        var choice = RandomSource.XO_SHI_RO_256_PP.create(seed ^ 0x5DEECE66DL);
        return switch (arrivals) {
            case Arrivals.Closed _ -> throw new IllegalArgumentException("a closed loop has no schedule");
            case Arrivals.Constant(double perSecond, int _, double _) -> new Schedule(perSecond, () -> 1, choice);
            case Arrivals.Poisson(double perSecond, int _, double _) ->
                new Schedule(perSecond, exponential(seed), choice);
            case Arrivals.Bursts(double perSecond, int size, int _) ->
                new Schedule(perSecond, bursts(exponential(seed), size), choice);
        };
    }

    private static ContinuousSampler exponential(long seed) {
        return ZigguratSampler.Exponential.of(RandomSource.XO_SHI_RO_256_PP.create(seed));
    }

    /** The gap before a burst is as long as those of its arrivals would be together, which follow at once. */
    private static ContinuousSampler bursts(ContinuousSampler gaps, int size) {
        return new ContinuousSampler() {
            private int left;

            @Override
            public double sample() {
                left = left == 0 ? size - 1 : left - 1;
                return left == size - 1 ? size * gaps.sample() : 0;
            }
        };
    }

    /** Returns the next time. Does not allocate. */
    public long next() {
        sum += gaps.sample();
        index++;
        // The sum is in periods, so that rounding is the same at every rate; a gap below a nanosecond counts as one.
        last = Math.max(last + 1, Math.round(sum * period));
        return last;
    }

    /** Returns the connection of the arrival, less than {@code connections}. */
    public int connection(int connections) {
        return choice.nextInt(connections);
    }

    /** Returns the number of times returned so far. */
    long index() {
        return index;
    }

    /** Returns the first {@code count} times of a schedule. */
    public static long[] times(Arrivals arrivals, long seed, int count) {
        var schedule = of(arrivals, seed);
        return LongStream.generate(schedule::next).limit(count).toArray();
    }
}
