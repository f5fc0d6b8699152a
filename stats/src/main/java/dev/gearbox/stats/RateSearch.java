package dev.gearbox.stats;

import dev.gearbox.stats.LoadClassification.Kind;
import dev.gearbox.stats.LoadClassification.TrialDurations;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The search for the highest rate that a server sustains, as a state machine: {@link #next()} returns the rate to try, {@link #add} takes the
 * outcome, until {@code next()} is empty. It neither waits nor measures, so searches of several arms can alternate trial by trial.
 *
 * <p>Follows MLRsearch (draft-ietf-bmwg-mlrsearch-15), whose {@link LoadClassification} decides about a rate, in three passes: the first needs one
 * trial and four times the width, the second more of both, the third what the goal requires. So little time is spent far from the answer, and no
 * single lucky or unlucky trial can end the search at the wrong place, as it does in a plain bisection. Simpler than the draft's authors' own program
 * in that a trial is only good or bad, all trials have full length, and there is one goal.
 *
 * <p>Not thread-safe.
 */
public final class RateSearch {
    private static final int PASSES = 3;

    /** A width that was halved is not exactly half. */
    private static final double ROUNDING = 1e-9;

    /**
     * The required quality of the answer.
     *
     * @param trialSeconds the length of a trial
     * @param durationSum seconds of trials at one rate that are always enough for a verdict
     * @param width the lower bound is at most this share of the upper bound below it, such as 0.02
     * @param exceedRatio the share of bad trials at one rate that is tolerated, 0 to below 1
     */
    public record Goal(double trialSeconds, double durationSum, double width, double exceedRatio) {
        /** For a first look: some 15 to 25 trials of a second. */
        public static final Goal QUICK = new Goal(1, 6, 0.05, 0.5);

        /** For publication. */
        public static final Goal FULL = new Goal(2, 20, 0.02, 0.5);

        public Goal {
            if (!(trialSeconds > 0 && durationSum >= trialSeconds && Double.isFinite(durationSum))) {
                throw new IllegalArgumentException("goal: trials of " + trialSeconds + " s and a sum of " + durationSum
                        + " s: both above 0, and the sum not below one trial");
            }
            Preconditions.share("width", width);
            if (!(exceedRatio >= 0 && exceedRatio < 1)) {
                throw new IllegalArgumentException("exceed ratio: " + exceedRatio + " is out of range: 0 to below 1");
            }
        }
    }

    /**
     * What is known so far, and at the end the result.
     *
     * @param lower the highest rate below {@code upper} that is sustainable; empty at the end: even the lowest allowed rate is too much
     * @param upper the lowest rate that is not; empty at the end: even the highest allowed rate is sustainable, the answer lies above
     * @param trials the number of outcomes so far
     */
    public record Bounds(OptionalDouble lower, OptionalDouble upper, int trials) {}

    private final Goal goal;
    private final double min;
    private double max;
    private final TreeMap<Double, TrialDurations> tried = new TreeMap<>();
    private int trials;
    private int pass;

    /** The final bounds of the previous pass; NaN for none. */
    private double firstLow = Double.NaN;

    private double firstHigh = Double.NaN;

    /** The stride while a bound is missing, in log rate; doubled each time it was not far enough. */
    private double stride;

    private double strideTarget = Double.NaN;
    private OptionalDouble next;

    /**
     * Starts between two rates; neither is assumed to be good or bad, and each is tried only if the search leads there.
     *
     * @param min the lowest rate to try, above 0
     * @param max the highest rate to try, above {@code min}
     */
    public RateSearch(Goal goal, double min, double max) {
        if (!(min > 0 && min < max && Double.isFinite(max))) {
            throw new IllegalArgumentException(
                    "rate search: from " + min + " to " + max + "; expected rates above 0 and increasing");
        }
        this.goal = goal;
        this.min = min;
        this.max = max;
        this.next = plan();
    }

    /** Returns the rate of the next trial; empty when the search is done. The same until an outcome is added: an invalid trial is repeated. */
    public OptionalDouble next() {
        return next;
    }

    /**
     * Adds the outcome of one trial of the goal's length.
     *
     * @param rate the result of {@link #next()}
     * @param bad whether the server missed its objective. A trial whose generator failed has no outcome
     * @throws IllegalArgumentException if another rate was to be tried
     * @throws IllegalStateException if the search is done
     */
    public void add(double rate, boolean bad) {
        double asked = next.orElseThrow(() -> new IllegalStateException("rate search: done, no outcome is expected"));
        if (rate != asked) {
            throw new IllegalArgumentException(
                    "rate search: an outcome for " + rate + ", but " + asked + " was expected");
        }
        TrialDurations soFar = tried.getOrDefault(rate, TrialDurations.NONE);
        tried.put(rate, soFar.plusFull(goal.trialSeconds, bad));
        trials++;
        next = plan();
    }

    /**
     * Excludes this rate and all above it, because the caller has reached a limit of its own. Outcomes there are discarded, and the search continues
     * below. If the upper bound is empty at the end, the answer lies above.
     *
     * @param rate above 0
     */
    public void limit(double rate) {
        tried.tailMap(rate, true).clear();
        max = Math.min(max, rate * Math.exp(-width(0)));
        firstHigh = firstHigh > max ? Double.NaN : firstHigh;
        strideTarget = Double.NaN;
        next = max > min ? plan() : OptionalDouble.empty();
    }

    /** Returns what is known so far by the goal's own measure; the result once {@link #next()} is empty. */
    public Bounds bounds() {
        Relevant bounds = relevant(PASSES - 1);
        return new Bounds(optional(bounds.low), optional(bounds.high), trials);
    }

    private OptionalDouble plan() {
        while (true) {
            Relevant bounds = relevant(pass);
            double rate = nominated(bounds);
            if (!Double.isNaN(rate)) {
                return OptionalDouble.of(rate);
            }
            if (pass == PASSES - 1) {
                return OptionalDouble.empty();
            }
            pass++;
            firstLow = bounds.low;
            firstHigh = bounds.high;
            stride = width(pass);
            strideTarget = Double.NaN;
        }
    }

    /** Returns the next rate of this pass; NaN if the pass is complete. */
    private double nominated(Relevant bounds) {
        if (pass > 0) {
            double known = fromPassBefore(bounds);
            if (!Double.isNaN(known)) {
                return known;
            }
        }
        if (bounds.hasLow() && bounds.hasHigh()) {
            return narrow(bounds.low, bounds.high) ? Double.NaN : middle(bounds.low, bounds.high);
        }
        if (bounds.hasLow()) {
            return bounds.low >= max ? Double.NaN : above(bounds.low);
        }
        if (bounds.hasHigh()) {
            return bounds.high <= min ? Double.NaN : below(bounds.high);
        }
        return middle(min, max);
    }

    /** A later pass first tries half-way between the bounds of the previous one, which with luck saves one of the two. */
    private double fromPassBefore(Relevant bounds) {
        if (!Double.isNaN(firstLow) && !Double.isNaN(firstHigh) && !narrow(firstLow, firstHigh)) {
            double middle = middle(firstLow, firstHigh);
            if (worth(bounds, middle)) {
                return middle;
            }
        }
        if (worth(bounds, firstLow)) {
            return firstLow;
        }
        return worth(bounds, firstHigh) ? firstHigh : Double.NaN;
    }

    /** Returns whether a verdict about the rate would be new. */
    private boolean worth(Relevant bounds, double rate) {
        if (Double.isNaN(rate) || bounds.low >= rate || bounds.high <= rate) {
            return false;
        }
        return !(bounds.hasLow() && bounds.hasHigh() && narrow(bounds.low, bounds.high));
    }

    private double above(double low) {
        if (narrow(low, max)) {
            return max;
        }
        if (pass == 0) {
            return middle(low, max);
        }
        lengthenFrom(low);
        double rate = low * Math.exp(stride);
        strideTarget = rate >= max || narrow(rate, max) ? max : rate;
        return strideTarget;
    }

    private double below(double high) {
        if (narrow(min, high)) {
            return min;
        }
        if (pass == 0) {
            return middle(min, high);
        }
        lengthenFrom(high);
        double rate = high * Math.exp(-stride);
        strideTarget = rate <= min || narrow(min, rate) ? min : rate;
        return strideTarget;
    }

    /** If the last stride only moved the known bound, the next one is twice as long. */
    private void lengthenFrom(double bound) {
        if (bound == strideTarget) {
            stride *= 2;
        }
    }

    private boolean narrow(double low, double high) {
        return Math.log(high / low) <= width(pass) * (1 + ROUNDING);
    }

    /** Returns the width of a pass in log rate: four times, twice, once the goal's. */
    private double width(int ofPass) {
        return -Math.log1p(-goal.width) * (1 << (PASSES - 1 - ofPass));
    }

    /** Returns the seconds of a pass: one trial, the geometric middle, the goal's. */
    private double durationSum(int ofPass) {
        if (ofPass == PASSES - 1) {
            return goal.durationSum;
        }
        return goal.trialSeconds * Math.pow(goal.durationSum / goal.trialSeconds, ofPass / (PASSES - 1.0));
    }

    private static double middle(double low, double high) {
        return Math.sqrt(low * high);
    }

    /** Returns the lowest upper bound, and the highest lower bound below it: good outcomes above a rate that failed are ignored. */
    private Relevant relevant(int ofPass) {
        double low = Double.NaN;
        for (Map.Entry<Double, TrialDurations> entry : tried.entrySet()) {
            Kind kind = LoadClassification.of(entry.getValue(), durationSum(ofPass), goal.exceedRatio)
                    .kind();
            if (kind == Kind.UPPER_BOUND) {
                return new Relevant(low, entry.getKey());
            }
            if (kind == Kind.LOWER_BOUND) {
                low = entry.getKey();
            }
        }
        return new Relevant(low, Double.NaN);
    }

    private record Relevant(double low, double high) {
        boolean hasLow() {
            return !Double.isNaN(low);
        }

        boolean hasHigh() {
            return !Double.isNaN(high);
        }
    }

    private static OptionalDouble optional(double rate) {
        return Double.isNaN(rate) ? OptionalDouble.empty() : OptionalDouble.of(rate);
    }
}
