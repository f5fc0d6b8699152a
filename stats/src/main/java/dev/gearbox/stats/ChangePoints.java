package dev.gearbox.stats;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Finds where the level of a series, such as a metric over commits, changed permanently. The idea is that of Hunter, now Apache Otava (arXiv
 * 2301.03034): split where a t test sees the clearest difference, within windows so that a change that is later undone is found as well; accept weak
 * candidates first, then test each against its neighbours again and remove the weakest until all that is left is significant.
 *
 * <p>Here the place of a split is where t is largest, not where the divergence of Matteson and James is, and the whole stretch is tested in addition
 * to the windows, so that a small lasting change is found too. As in the original, p is not corrected for the choice of the place: at 0.001 about one
 * series of 200 points of pure noise in four has a false change, and one in twelve if changes below one and a half times the noise's standard
 * deviation are not reported.
 */
public final class ChangePoints {
    /** The length of a window in points. */
    public static final int WINDOW = 30;

    /** Candidates may be this much weaker than the final requirement, since neighbours can hide them. */
    private static final double WEAKER = 10;

    /**
     * A change of level.
     *
     * @param index the first point of the new level
     * @param before the mean from the last change to here
     * @param after the mean from here to the next change
     * @param p of Student's t test between the two; not corrected for the choice of the place
     */
    public record ChangePoint(int index, double before, double after, double p) {
        double magnitude() {
            return Math.abs(after - before);
        }
    }

    private final double[] sums;
    private final double[] squares;
    private final double mean;
    private final double scale;
    private final int minDistance;

    private ChangePoints(double[] series, int minDistance) {
        this.minDistance = minDistance;
        mean = series.length == 0 ? 0 : Moments.of(series).mean();
        sums = new double[series.length + 1];
        squares = new double[series.length + 1];
        double largest = 0;
        for (int i = 0; i < series.length; i++) {
            // Relative to the mean: sums of squares of large values would leave no digits for the spread.
            double value = series[i] - mean;
            sums[i + 1] = sums[i] + value;
            squares[i + 1] = squares[i] + value * value;
            largest = Math.max(largest, Math.abs(series[i]));
        }
        scale = largest;
    }

    /**
     * Finds the changes of a series.
     *
     * @param series finite values in their order, on a scale where a difference is what matters (logarithms for ratios)
     * @param maxP such as 0.001
     * @param minMagnitude the smallest difference of levels that is reported, such as 0.03; 0 for all
     * @param minDistance the fewest points of a level, at least 2
     * @return in the order of the series
     */
    public static List<ChangePoint> of(double[] series, double maxP, double minMagnitude, int minDistance) {
        Preconditions.finite("series", series);
        Preconditions.share("largest p", maxP);
        Preconditions.notNegative("smallest magnitude", minMagnitude);
        Preconditions.atLeast("smallest distance", minDistance, 2);
        var search = new ChangePoints(series, minDistance);
        List<Integer> candidates = new ArrayList<>();
        search.split(0, series.length, Math.min(0.5, maxP * WEAKER), candidates);
        return search.merged(series.length, candidates, maxP, minMagnitude);
    }

    /** Adds the candidates of a stretch in their order. */
    private void split(int from, int to, double maxP, List<Integer> candidates) {
        Split best = best(from, to);
        int half = Math.max(minDistance, WINDOW / 2);
        if (to - from > 2 * half) {
            for (int start = from; start + half < to; start += half) {
                Split inWindow = best(start, Math.min(start + 2 * half, to));
                if (inWindow.p < best.p) {
                    best = inWindow;
                }
            }
        }
        if (best.p > maxP) {
            return;
        }
        split(from, best.index, maxP, candidates);
        candidates.add(best.index);
        split(best.index, to, maxP, candidates);
    }

    private record Split(int index, double p) {}

    private Split best(int from, int to) {
        int index = -1;
        double largest = 0;
        for (int at = from + minDistance; at <= to - minDistance; at++) {
            double t = t(from, at, to);
            if (t > largest) {
                largest = t;
                index = at;
            }
        }
        // The degrees of freedom are n - 2 everywhere in the stretch: the largest t is the smallest p.
        return new Split(index, index < 0 ? 1 : p(largest, to - from));
    }

    private List<ChangePoint> merged(int length, List<Integer> candidates, double maxP, double minMagnitude) {
        List<Integer> left = candidates;
        while (true) {
            List<ChangePoint> tested = tested(length, left);
            if (tested.isEmpty()) {
                return tested;
            }
            ChangePoint weakest = Collections.max(tested, Comparator.comparingDouble(ChangePoint::p));
            ChangePoint smallest = Collections.min(tested, Comparator.comparingDouble(ChangePoint::magnitude));
            int removed;
            if (weakest.p > maxP) {
                removed = weakest.index;
            } else if (smallest.magnitude() < minMagnitude) {
                removed = smallest.index;
            } else {
                return tested;
            }
            left = left.stream().filter(index -> index != removed).toList();
        }
    }

    /** Tests each place against the levels up to its neighbours. */
    private List<ChangePoint> tested(int length, List<Integer> places) {
        List<ChangePoint> tested = new ArrayList<>();
        for (int i = 0; i < places.size(); i++) {
            int from = i == 0 ? 0 : places.get(i - 1);
            int to = i + 1 == places.size() ? length : places.get(i + 1);
            tested.add(test(from, places.get(i), to));
        }
        return List.copyOf(tested);
    }

    private ChangePoint test(int from, int at, int to) {
        return new ChangePoint(at, mean + level(from, at), mean + level(at, to), p(t(from, at, to), to - from));
    }

    private double t(int from, int at, int to) {
        double difference = Math.abs(level(at, to) - level(from, at));
        // Rounding errors in a constant series are no difference.
        if (difference <= 1e-12 * scale) {
            return 0;
        }
        double variance = (spread(from, at) + spread(at, to)) / (to - from - 2);
        return difference / Math.sqrt(variance * (1.0 / (at - from) + 1.0 / (to - at)));
    }

    private double level(int from, int to) {
        return (sums[to] - sums[from]) / (to - from);
    }

    private double spread(int from, int to) {
        double sum = sums[to] - sums[from];
        return Math.max(0, squares[to] - squares[from] - sum * sum / (to - from));
    }

    private static double p(double t, int points) {
        return Double.isInfinite(t) ? 0 : 2 * TDistribution.of(points - 2).survivalProbability(t);
    }
}
