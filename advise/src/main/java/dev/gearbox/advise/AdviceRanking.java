package dev.gearbox.advise;

import dev.gearbox.advise.Predictor.Levels;
import dev.gearbox.advise.calibration.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Puts predicted engines into groups, best group first: an engine belongs to the first group if no other one is clearly better. Engines that carry the workload by their whole
 * interval come before those that probably do.
 *
 * <p>Clearly better is one with a clearly shorter p99; if these are equal, the one with clearly less processor time; if these are equal too, the one with clearly less
 * memory. Each is a difference that the errors of the prediction do not explain.
 */
final class AdviceRanking {
    /** The p99 of two engines has to differ by this factor to count, and by this time. */
    private static final double CLEARLY_SLOWER = 2;

    private static final double NOTICEABLE_SECONDS = 0.000_2;
    /** Also within a group: an engine whose best estimate is higher by this factor comes later. */
    private static final double DIFFERENCE_THAT_COUNTS = 1.05;
    /** So much memory, relative to a process without connections, is no reason to prefer an engine. */
    private static final double MEMORY_THAT_COUNTS = 2;

    private final double processBytes;
    private final double pairError;

    /**
     * What is compared.
     *
     * @param prediction with the errors of the model
     * @param levels what it is made of
     */
    record Entry(Prediction prediction, Levels levels) {}

    AdviceRanking(Models models) {
        processBytes = models.process().value();
        pairError = models.error().pair();
    }

    /**
     * Returns the groups of those that carry the workload. Within a group those come first, in the order of the list, that need about the least processor time by the best
     * estimate; then the others by that.
     */
    List<List<Prediction>> groups(List<Entry> entries) {
        List<List<Prediction>> groups = new ArrayList<>();
        for (Prediction.Fit fit : List.of(Prediction.Fit.CARRIES, Prediction.Fit.PROBABLY)) {
            List<Entry> left = new ArrayList<>(entries.stream()
                    .filter(one -> one.prediction().fit() == fit)
                    .toList());
            while (!left.isEmpty()) {
                List<Entry> group = unbeaten(left);
                groups.add(ordered(group));
                left.removeAll(group);
            }
        }
        return groups;
    }

    private static List<Prediction> ordered(List<Entry> group) {
        List<Prediction> all = group.stream().map(Entry::prediction).toList();
        double least =
                all.stream().mapToDouble(one -> one.cores().value()).min().orElseThrow();
        // The sort is stable.
        return all.stream()
                .sorted(Comparator.comparingDouble(one ->
                        Math.max(DIFFERENCE_THAT_COUNTS * least, one.cores().value())))
                .toList();
    }

    /** With tolerances three engines may beat each other in a circle; these are one group. */
    private List<Entry> unbeaten(List<Entry> entries) {
        List<Entry> group = entries.stream()
                .filter(one -> entries.stream().noneMatch(rival -> beats(rival, one)))
                .toList();
        return group.isEmpty() ? List.copyOf(entries) : group;
    }

    /** Returns whether the first is clearly better than the second. */
    boolean beats(Entry better, Entry worse) {
        int tail = tail(better, worse);
        if (tail != 0) {
            return tail < 0;
        }
        int processorTime = processorTime(better, worse);
        return processorTime != 0 ? processorTime < 0 : memory(better, worse) < 0;
    }

    private static int tail(Entry one, Entry other) {
        double here = one.levels().outcome(IntervalEnd.VALUE).p99();
        double there = other.levels().outcome(IntervalEnd.VALUE).p99();
        boolean differ = Math.abs(here - there) > NOTICEABLE_SECONDS
                && Math.max(here, there) > CLEARLY_SLOWER * Math.min(here, there);
        return differ ? Double.compare(here, there) : 0;
    }

    /**
     * Compares the processor time: equal if the interval of the ratio contains 1. Both are taken at the same end of the calibrated costs, because they share most of these. What they do
     * not share is the multiple of each engine for I/O, and that counts as far as I/O is part of the time.
     */
    private int processorTime(Entry one, Entry other) {
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        for (IntervalEnd level : IntervalEnd.values()) {
            double ratio = one.levels().cores(level) / other.levels().cores(level);
            low = Math.min(low, ratio);
            high = Math.max(high, ratio);
        }
        double error = Math.max(DIFFERENCE_THAT_COUNTS, pair(one) * pair(other));
        return high * error < 1 ? -1 : low / error > 1 ? 1 : 0;
    }

    private double pair(Entry entry) {
        return 1 + ioShare(entry) * (Math.sqrt(spread(entry) * pairError) - 1);
    }

    private static double spread(Entry entry) {
        Range io = entry.levels().candidate().engine().io();
        return io.high() / io.low();
    }

    private static double ioShare(Entry entry) {
        RequestCosts costs = entry.levels().at(IntervalEnd.VALUE);
        return 1
                - costs.application()
                        / (costs.least() + costs.overheads().wake().idleSeconds());
    }

    private int memory(Entry one, Entry other) {
        Range here = one.prediction().memoryBytes();
        Range there = other.prediction().memoryBytes();
        boolean differ = Math.abs(here.value() - there.value()) > MEMORY_THAT_COUNTS * processBytes;
        return differ ? Double.compare(here.value(), there.value()) : 0;
    }
}
