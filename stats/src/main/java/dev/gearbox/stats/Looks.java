package dev.gearbox.stats;

import java.util.Arrays;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The numbers of forks at which a run may be examined, and how small p must be there to stop with a difference. Examining at 5 % four times declares
 * a difference in about one A/A run of eight; after every fork, in one of four. The bounds of O'Brien and Fleming are strict for the early looks and
 * keep nearly the full 5 % for the last one, so that the whole run keeps 5 %.
 *
 * @param forks the counts of forks, increasing
 * @param thresholds for each of them: stop if p is below it
 */
@SuppressWarnings("ArrayRecordComponent") // copied on the way in and out, compared by content
public record Looks(int[] forks, double[] thresholds) {
    /** The probability of a false difference over all looks together, two-sided. */
    public static final double ALPHA = 0.05;

    private static final double LATE_ALLOWANCE = 0.90;
    private static final double EVENLY_ALLOWANCE = 0.82;

    public Looks {
        if (forks.length == 0 || forks.length != thresholds.length) {
            throw new IllegalArgumentException(
                    "looks: " + forks.length + " counts of forks and " + thresholds.length + " thresholds: one each");
        }
        for (int i = 0; i < forks.length; i++) {
            if (forks[i] < 2 || (i > 0 && forks[i] <= forks[i - 1])) {
                throw new IllegalArgumentException(
                        "looks: " + Arrays.toString(forks) + ": increasing counts of 2 forks or more");
            }
            Preconditions.share("threshold", thresholds[i]);
        }
        forks = forks.clone();
        thresholds = thresholds.clone();
    }

    /** One look at the end: 5 %. */
    public static Looks single(int forks) {
        return new Looks(new int[] {forks}, new double[] {ALPHA});
    }

    /**
     * Returns the bounds of O'Brien and Fleming for 5 % over all looks together, two-sided. The spacing need not be equal: what counts is the share
     * of the last look's forks.
     */
    public static Looks obrienFleming(int... forks) {
        return of(Spending.LATE, ALPHA, forks);
    }

    /**
     * Returns the thresholds that spend an error probability over all looks together.
     *
     * @param level the probability, two-sided
     * @param forks increasing; the last look is at the last number
     */
    public static Looks of(Spending spending, double level, int... forks) {
        if (forks.length == 0) {
            throw new IllegalArgumentException("looks: none given; expected at least one count of forks");
        }
        int last = forks[forks.length - 1];
        double[] shares =
                Arrays.stream(forks).mapToDouble(f -> (double) f / last).toArray();
        // Checks the order of the counts before anything is computed from it.
        var order = new Looks(forks, Arrays.stream(shares).map(_ -> ALPHA).toArray());
        double[] bounds = switch (spending) {
            case LATE -> {
                double bound = ConstantBound.forLevel(shares, level);
                yield Arrays.stream(shares).map(_ -> bound).toArray();
            }
            case EVENLY -> SpentBounds.evenly(shares, level);
        };
        double[] thresholds = new double[shares.length];
        Arrays.setAll(
                thresholds,
                look -> 2 * NormalDistribution.of(0, 1).survivalProbability(bounds[look] / Math.sqrt(shares[look])));
        return new Looks(order.forks, thresholds);
    }

    /**
     * Returns thresholds for p of Student's t over few forks. The bounds are those of normal values; at 5 % such a plan errs in 5.2 to 5.9 % (simulated), so
     * it is made for a smaller level.
     *
     * @param level the probability that is kept, two-sided
     */
    public static Looks student(Spending spending, double level, int... forks) {
        double allowance = switch (spending) {
            case LATE -> LATE_ALLOWANCE;
            case EVENLY -> EVENLY_ALLOWANCE;
        };
        return of(spending, forks.length == 1 ? level : allowance * level, forks);
    }

    @Override
    public int[] forks() {
        return forks.clone();
    }

    @Override
    public double[] thresholds() {
        return thresholds.clone();
    }

    /** Returns how small p must be after a number of forks: that of the latest look so far, and before the first one that of the first. */
    public double thresholdAfter(int forksSoFar) {
        double threshold = thresholds[0];
        for (int i = 0; i < forks.length && forks[i] <= forksSoFar; i++) {
            threshold = thresholds[i];
        }
        return threshold;
    }

    /** Returns how small p must be to stop at this number of forks; empty if it is not a look. */
    public OptionalDouble thresholdAt(int forksSoFar) {
        int index = Arrays.binarySearch(forks, forksSoFar);
        return index < 0 ? OptionalDouble.empty() : OptionalDouble.of(thresholds[index]);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Looks looks
                && Arrays.equals(forks, looks.forks)
                && Arrays.equals(thresholds, looks.thresholds);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(forks) + Arrays.hashCode(thresholds);
    }

    @Override
    public String toString() {
        return "Looks[forks=" + Arrays.toString(forks) + ", thresholds=" + Arrays.toString(thresholds) + "]";
    }
}
