package dev.gearbox.check.instrument;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * What two generators see of one server, one right after the other, and who is first is drawn for each pair: the machine changes from minute to
 * minute, and with it what either of them sees alone.
 */
final class AlternatingRuns {
    /** One slice of one of the two. */
    @FunctionalInterface
    interface Run<T> {
        T run() throws IOException, InterruptedException;
    }

    /** What both saw. */
    record RunPair<T>(T ours, T theirs) {}

    private AlternatingRuns() {}

    /** So many pairs; the same seed draws the same order. */
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
