package dev.gearbox.advise;

import dev.gearbox.advise.Predictor.Levels;
import dev.gearbox.advise.calibration.Range;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Puts predicted engines into groups whose members cannot be told apart, best group first. Engines that carry the workload by their whole interval come before those that
 * probably do. Among these, an engine whose p99 is clearly more than twice the best one's comes later; then the least processor time decides.
 */
final class Ranking {
    /** The p99 of two engines has to differ by this factor to count. */
    private static final double CLEARLY_SLOWER = 2;
    /** So much memory, as a part of one process without connections, is no reason to prefer an engine. */
    private static final double MEMORY_THAT_COUNTS = 2;

    private final double processBytes;
    private final double pairError;

    /** What is compared: the prediction and what it is made of. */
    record Entry(Prediction prediction, Levels levels) {}

    Ranking(Models models) {
        processBytes = models.process().value();
        pairError = models.error().pair();
    }

    /** Returns the groups of those that carry the workload, each in the order of the list. */
    List<List<Prediction>> groups(List<Entry> entries) {
        List<List<Prediction>> groups = new ArrayList<>();
        for (Prediction.Fit fit : List.of(Prediction.Fit.CARRIES, Prediction.Fit.PROBABLY)) {
            List<Entry> left = new ArrayList<>(
                    entries.stream().filter(one -> one.prediction().fit() == fit).toList());
            while (!left.isEmpty()) {
                Entry leader = leader(left);
                List<Entry> group =
                        left.stream().filter(one -> one == leader || equal(leader, one)).toList();
                groups.add(group.stream().map(Entry::prediction).toList());
                Set<Entry> taken = new HashSet<>(group);
                left.removeIf(taken::contains);
            }
        }
        return groups;
    }

    private Entry leader(List<Entry> entries) {
        double best = entries.stream()
                .mapToDouble(one -> one.prediction().p99Seconds().value())
                .min()
                .orElseThrow();
        return entries.stream()
                .filter(one -> one.prediction().p99Seconds().value() <= CLEARLY_SLOWER * best)
                .min(Comparator.comparingDouble(one -> one.prediction().cores().value()))
                .orElseThrow();
    }

    boolean equal(Entry one, Entry other) {
        return sameProcessorTime(one, other) && sameTail(one, other) && sameMemory(one, other);
    }

    /**
     * Whether the interval of the ratio contains 1. Both are taken at the same end of the calibrated costs, which they share. What they do not share is the multiple of each
     * engine for I/O, and that counts as far as I/O is part of the time.
     */
    private boolean sameProcessorTime(Entry one, Entry other) {
        double low = Double.POSITIVE_INFINITY;
        double high = 0;
        for (Level level : Level.values()) {
            double ratio = one.levels().cores(level) / other.levels().cores(level);
            low = Math.min(low, ratio);
            high = Math.max(high, ratio);
        }
        double error = pair(one) * pair(other);
        return low / error <= 1 && high * error >= 1;
    }

    private double pair(Entry entry) {
        Range io = entry.levels().candidate().engine().io();
        RequestCosts costs = entry.levels().at(Level.VALUE);
        double share = 1 - costs.application() / costs.work();
        double spread = Math.sqrt(io.high() / io.low() * pairError) - 1;
        return 1 + share * spread;
    }

    private static boolean sameTail(Entry one, Entry other) {
        double ratio = one.levels().outcome(Level.VALUE).p99()
                / other.levels().outcome(Level.VALUE).p99();
        return ratio <= CLEARLY_SLOWER && ratio >= 1 / CLEARLY_SLOWER;
    }

    private boolean sameMemory(Entry one, Entry other) {
        Range here = one.prediction().memoryBytes();
        Range there = other.prediction().memoryBytes();
        return Math.abs(here.value() - there.value()) < MEMORY_THAT_COUNTS * processBytes;
    }
}
