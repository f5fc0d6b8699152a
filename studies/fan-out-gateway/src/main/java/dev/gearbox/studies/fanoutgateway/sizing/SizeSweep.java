package dev.gearbox.studies.fanoutgateway.sizing;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.RecoveredEstimate;
import dev.gearbox.evidence.history.Unpaired;
import dev.gearbox.stats.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The rates of a pool at several sizes. A size is as good as the best measured one if the interval of its ratio to that lies above 1 less the margin, and behind
 * it if the interval lies below; sizes were measured one after another, so the intervals are unpaired ones. The best is chosen among the same figures: it is a
 * little better than it would be again, which makes others look a little worse.
 *
 * @param sizes in ascending order
 * @param best the place of the highest rate among them
 */
public record SizeSweep(List<Size> sizes, int best) {
    /** The share of the best rate that a size may miss. */
    private static final double MARGIN = 0.05;

    /**
     * What is measured at a size.
     *
     * @param threads of the pool
     * @param rate requests per second
     */
    public record Point(int threads, Figure rate) {}

    /** Whether a size is as good as the best. */
    public enum Flatness {
        /** Within the margin of the best, or the best itself. */
        FLAT,
        /** Further away than the margin. */
        BEHIND,
        /** The interval contains the margin, or there is none. */
        OPEN
    }

    /**
     * A size of the pool.
     *
     * @param threads their number
     * @param rate requests per second
     * @param ofBest its share of the best rate
     * @param flatness what follows
     */
    public record Size(int threads, Figure rate, double ofBest, Flatness flatness) {}

    /** Copies the list. */
    public SizeSweep {
        sizes = List.copyOf(sizes);
    }

    /**
     * Judges each size.
     *
     * @param points at least one, each of another size, with a rate above 0
     * @param confidence of the intervals of the rates
     */
    public static SizeSweep of(List<Point> points, double confidence) {
        List<Point> ordered =
                points.stream().sorted(Comparator.comparingInt(Point::threads)).toList();
        ToDoubleFunction<Point> rate = point -> point.rate.value();
        Point best = ordered.stream().max(Comparator.comparingDouble(rate)).orElseThrow();
        List<Size> sizes = new ArrayList<>();
        for (Point point : ordered) {
            sizes.add(new Size(
                    point.threads,
                    point.rate,
                    point.rate.value() / best.rate.value(),
                    flatness(point, best, confidence)));
        }
        return new SizeSweep(sizes, ordered.indexOf(best));
    }

    private static Flatness flatness(Point point, Point best, double confidence) {
        if (!best.rate.bounded() || !point.rate.bounded()) {
            return Flatness.OPEN;
        }
        if (point.equals(best)) {
            return Flatness.FLAT;
        }
        Interval ratio = Unpaired.of(
                        RecoveredEstimate.of(point.rate, confidence).estimate(),
                        RecoveredEstimate.of(best.rate, confidence).estimate())
                .interval(confidence);
        double least = Math.log1p(-MARGIN);
        return ratio.low() >= least ? Flatness.FLAT : ratio.high() < least ? Flatness.BEHIND : Flatness.OPEN;
    }

    private boolean flat(int at) {
        return sizes.get(at).flatness == Flatness.FLAT;
    }

    /** Returns whether anything was shown: the best rate has an interval. */
    boolean shown() {
        return flat(best);
    }

    /** Returns the smallest size from which on, up to the best, all are as good as that. */
    int flatFrom() {
        int at = best;
        while (at > 0 && flat(at - 1)) {
            at--;
        }
        return sizes.get(at).threads;
    }

    /** Returns the largest size up to which, from the best on, all are as good as that. */
    int flatTo() {
        int at = best;
        while (at < sizes.size() - 1 && flat(at + 1)) {
            at++;
        }
        return sizes.get(at).threads;
    }

    /** Returns the largest size below the best that is behind it, and with it all smaller ones; 0: none was shown to be. */
    int tooFew() {
        return sizes.subList(0, best).stream()
                .filter(size -> size.flatness == Flatness.BEHIND)
                .mapToInt(Size::threads)
                .max()
                .orElse(0);
    }

    /** Returns the smallest size above the best that is behind it, and with it all larger ones; {@link Integer#MAX_VALUE}: none was shown to be. */
    int tooMany() {
        return sizes.subList(best, sizes.size()).stream()
                .filter(size -> size.flatness == Flatness.BEHIND)
                .mapToInt(Size::threads)
                .min()
                .orElse(Integer.MAX_VALUE);
    }

    /** Returns where the optimum is and how flat, in a sentence. */
    public String words() {
        Size top = sizes.get(best);
        String most = "The best rate measured is that of " + top.threads + " threads";
        if (!shown()) {
            return most + "; without intervals nothing is shown about other sizes: that takes two forks at least.";
        }
        int last = sizes.getLast().threads;
        StringBuilder words = new StringBuilder(most)
                .append("; within 5 % of it the rate is flat ")
                .append(flatTo() == last ? "from " + flatFrom() + " on" : "from " + flatFrom() + " to " + flatTo());
        List<String> lower = new ArrayList<>();
        if (tooFew() > 0) {
            lower.add("up to " + tooFew());
        }
        if (tooMany() < Integer.MAX_VALUE) {
            lower.add("from " + tooMany() + " on");
        }
        if (!lower.isEmpty()) {
            words.append(", and lower ").append(String.join(" and ", lower));
        }
        return words.append('.').toString();
    }
}
