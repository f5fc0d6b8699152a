package dev.gearbox.check.instrument;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Measurements of one server by two generators, one right after the other, in random order within each pair: the machine changes from minute to
 * minute, and with it what either of them measures alone.
 */
final class AlternatingRuns {
    /** Runs one slice of one of the two. */
    @FunctionalInterface
    interface Run<T> {
        T run() throws IOException, InterruptedException;
    }

    /** The results of both. */
    record RunPair<T>(T ours, T theirs) {}

    private AlternatingRuns() {}

    /** Runs this many pairs; the same seed gives the same order. */
    static <T> List<RunPair<T>> take(int count, long seed, Run<T> ours, Run<T> theirs)
            throws IOException, InterruptedException {
        Random random = new Random(seed);
        List<RunPair<T>> pairs = new ArrayList<>();
        for (int number = 0; number < count; number++) {
            if (random.nextBoolean()) {
                T seen = ours.run();
                pairs.add(new RunPair<>(seen, theirs.run()));
            } else {
                T seen = theirs.run();
                pairs.add(new RunPair<>(ours.run(), seen));
            }
        }
        return pairs;
    }
}
